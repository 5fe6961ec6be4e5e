import { type Html, html } from '../../runtime/html.js'
import { contrastOf, readableFill, readableMark } from '../../ui/contrast.js'
import { icon } from '../../ui/icons.js'
import type { Visit } from '../visit.js'

const RATIO = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Says what becomes of a colour under white text, and at night. */
export function contrastOfAccent(visit: Visit, accent: string): Html {
  if (!isColor(accent)) return html``
  const fill = readableFill(accent)
  const [, night] = readableMark(accent)
  // Rounded down, so that a colour that is just not readable does not look as if it were.
  const contrast = Math.floor(contrastOf(accent, '#ffffff') * 100) / 100
  const ratio = visit.exact(`${RATIO.format(contrast)} : 1`)
  const isReadable = fill === accent
  return html`<ul class="contrast"><li class="tone-${isReadable ? 'ok' : 'warn'}">${icon(isReadable ? 'check-circle' : 'warning')}<span>${visit.text('white_on_it', { ratio })} ${
    isReadable ? html`` : visit.text('darkened_to', { color: colorOf(visit, fill) })
  }</span></li><li class="tone-ok">${icon('check-circle')}<span>${visit.text('at_night', { color: colorOf(visit, night) })}</span></li></ul>`
}

/** A colour as a square and as text. The square has it in an attribute, since the policy allows no other style. */
export const colorOf = (visit: Visit, color: string): Html =>
  html`<span class="no-break"><svg class="swatch" viewBox="0 0 20 20" aria-hidden="true"><rect width="20" height="20" rx="4" fill="${color}"/></svg> ${visit.exact(color)}</span>`
