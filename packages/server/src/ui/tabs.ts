import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { attributes, type Content } from './attributes.js'
import { rules } from './style-sheet.js'
import { RADIUS, TYPE } from './tokens.js'

export interface Tab {
  readonly href: string
  readonly text: Content
  /** Written as it is shown: `12,481`. */
  readonly count?: Content
  readonly isHere: boolean
}

const countRules = rules(`
.count{display:inline-block;min-inline-size:22px;padding:1px 7px;border-radius:${RADIUS.pill};background:var(--grey-tint);color:var(--grey);font-size:${TYPE[12]};font-weight:600;text-align:center;font-variant-numeric:tabular-nums}
.count.urgent{background:var(--bad-badge);color:#fff}
`)

/** A number beside a word. @param isUrgent white on red, for what waits for a person */
export const count = (text: Content, isUrgent = false): Html =>
  html`<span class="count${isUrgent ? ' urgent' : ''}">${text}</span>`

export const tabsRules = rules(
  `
.tabs{display:flex;gap:4px 20px;overflow-x:auto;border-block-end:1px solid var(--line);scrollbar-width:none}
.tab{display:flex;align-items:center;gap:6px;padding:8px 0;border-block-end:2px solid transparent;color:var(--dim);font-weight:550;text-decoration:none;white-space:nowrap}
.tab:focus-visible{outline-offset:-2px}
.tab[aria-current]{border-color:var(--accent);color:var(--text);font-weight:600}
.tab:hover{color:var(--text)}
`,
  countRules,
)

/** Links that choose a part of a list; the address holds the choice. */
export const tabs = (label: string, each: readonly Tab[]): Html =>
  html`<nav class="tabs" aria-label="${label}">${joinHtml(
    each.map(
      ({ href, text, count: number, isHere }) =>
        html`<a class="tab" href="${href}"${attributes({ 'aria-current': isHere ? 'page' : undefined })}>${text}${number === undefined ? NOTHING : count(number)}</a>`,
    ),
  )}</nav>`

export const segmentsRules = rules(`
.segments{display:flex;padding:2px;border:1px solid var(--line);border-radius:${RADIUS.field};background:var(--sunk)}
.segments a{flex:1;display:flex;align-items:center;justify-content:center;padding:3px 12px;border-radius:${RADIUS.button};color:var(--dim);font-size:${TYPE[13]};font-weight:550;text-decoration:none;white-space:nowrap}
.segments [aria-current]{background:var(--card);color:var(--text);font-weight:600;box-shadow:0 0 0 1px var(--line)}
@media (forced-colors:active){.segments [aria-current]{outline:1px solid}}
`)

/** Two or three links of which one is on, such as Live and Test. */
export const segments = (label: string, each: readonly Omit<Tab, 'count'>[]): Html =>
  html`<nav class="segments" aria-label="${label}">${joinHtml(
    each.map(
      ({ href, text, isHere }) =>
        html`<a href="${href}"${attributes({ 'aria-current': isHere ? 'page' : undefined })}>${text}</a>`,
    ),
  )}</nav>`
