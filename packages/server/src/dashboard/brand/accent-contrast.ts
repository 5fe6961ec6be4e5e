import { DomainError } from '../../domain/shared/errors.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { attributes } from '../../ui/attributes.js'
import { contrastOf, readableFill, readableMark } from '../../ui/contrast.js'
import { icon } from '../../ui/icons.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'

const RATIO = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** The looks of a colour on the pages of payers. */
interface ColorLooks {
  /** Behind white text. */
  readonly fill: string
  readonly day: string
  readonly night: string
  /** The contrast of the colour itself with white: `6.36 : 1`. */
  readonly ratio: string
}

/** @param accent `#rrggbb` */
export function looksOf(accent: string): ColorLooks {
  const [day, night] = readableMark(accent)
  // Rounded down, so that a colour that is just not readable does not look as if it were.
  const contrast = Math.floor(contrastOf(accent, '#ffffff') * 100) / 100
  return { fill: readableFill(accent), day, night, ratio: `${RATIO.format(contrast)} : 1` }
}

/** The looks of a colour that is not saved, for the script of the form. @throws not_found for no colour */
export const colorsData: ReadPage = async (_, visit) => {
  const accent = visit.query('accent') ?? ''
  if (!isColor(accent)) throw new DomainError('not_found')
  return { kind: 'data', type: 'application/json', text: JSON.stringify(looksOf(accent)) }
}

/** Says what becomes of a colour under white text, and at night. */
export function contrastOfAccent(visit: Visit, accent: string): Html {
  if (!isColor(accent)) return NOTHING
  const { fill, night, ratio } = looksOf(accent)
  const isReadable = fill === accent
  const white = visit.text('white_on_it', {
    ratio: html`<span data-look="ratio">${visit.exact(ratio)}</span>`,
  })
  const lookOf = (name: 'fill' | 'night', color: string) =>
    html`<span data-look="${name}">${colorOf(visit, color)}</span>`
  const line = (tone: 'ok' | 'warn', text: Html, shown: Readonly<Record<string, boolean | string>> = {}) =>
    html`<li class="tone-${tone}"${attributes(shown)}>${icon(tone === 'ok' ? 'check-circle' : 'warning')}<span>${text}</span></li>`
  return html`<ul class="contrast" data-colors="${visit.href('/brand/colors.json')}">${line('ok', white, { 'data-if': 'readable', hidden: !isReadable })}${line(
    'warn',
    html`${white} ${visit.text('darkened_to', { color: lookOf('fill', fill) })}`,
    { 'data-if': 'darkened', hidden: isReadable },
  )}${line('ok', visit.text('at_night', { color: lookOf('night', night) }))}</ul>`
}

/** A colour as a square and as text. The square has it in an attribute, since the policy allows no other style. */
export const colorOf = (visit: Visit, color: string): Html =>
  html`<span class="no-break"><svg class="swatch" viewBox="0 0 20 20" aria-hidden="true"><rect width="20" height="20" rx="4" fill="${color}"/></svg> ${visit.exact(color)}</span>`
