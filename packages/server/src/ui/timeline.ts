import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import type { Content } from './attributes.js'
import { toneRules } from './badge.js'
import { type IconName, icon, iconRules } from './icons.js'
import { rules } from './style-sheet.js'
import { RADIUS, type Tone, TYPE } from './tokens.js'

export interface Happening {
  /** Its day, as a heading above it: for the first one of another day. */
  readonly day?: string | undefined
  readonly tone: Tone
  readonly icon: IconName
  readonly title: Content
  readonly text?: Content
  /** `datetime` is ISO 8601, `text` what is printed. */
  readonly time?: { readonly datetime: string; readonly text: string }
  /** A table or the body of an answer, below the sentence. */
  readonly more?: Html
}

export const markRules = rules(
  `
.mark{display:inline-grid;place-items:center;flex:none;inline-size:28px;block-size:28px;border-radius:${RADIUS.pill}}
.mark.square{inline-size:34px;block-size:34px;border-radius:${RADIUS.button}}
@media (forced-colors:active){.mark{border:1px solid}}
`,
  iconRules,
  toneRules,
)

/** An icon on its tint, round, or square at the start of a row. */
export const mark = (tone: Tone, name: IconName, isSquare = false): Html =>
  html`<span class="mark${isSquare ? ' square' : ''} tone-${tone}">${icon(name)}</span>`

export const timelineRules = rules(
  `
.timeline{list-style:none;padding:0}
.timeline>li{position:relative;display:grid;grid-template-columns:28px minmax(0,1fr);gap:0 12px;padding-block-end:20px}
.timeline>li:last-child{padding-block-end:0}
.timeline>.day{display:block;color:var(--dim);font-size:${TYPE[13]};font-weight:600}
.timeline>li:not(:last-child,.day)::before{content:"";position:absolute;inset-block:32px 4px;inset-inline-start:13px;border-inline-start:1px solid var(--line)}
.timeline .line{display:flex;justify-content:space-between;gap:12px}
.timeline .line strong{font-weight:650}
.timeline time{color:var(--faint);font-size:${TYPE[13]};font-variant-numeric:tabular-nums;white-space:nowrap}
.timeline p{color:var(--dim);font-size:${TYPE[13]}}
.timeline .below{margin-block-start:8px}
`,
  markRules,
)

/** Events of one order or delivery, oldest first. */
export const timeline = (each: readonly Happening[]): Html =>
  html`<ol class="timeline">${joinHtml(
    each.map(
      ({ day, tone, icon: name, title, text, time, more }) =>
        html`${day === undefined ? NOTHING : html`<li class="day">${day}</li>`}<li>${mark(tone, name)}<div><div class="line"><strong>${title}</strong>${time ? html`<time datetime="${time.datetime}">${time.text}</time>` : NOTHING}</div>${text === undefined ? NOTHING : html`<p>${text}</p>`}${more ? html`<div class="below">${more}</div>` : NOTHING}</div></li>`,
    ),
  )}</ol>`
