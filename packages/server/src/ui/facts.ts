import { type Html, html, joinHtml } from '../runtime/html.js'
import type { Content } from './attributes.js'
import { rules } from './style-sheet.js'
import { RADIUS, TYPE } from './tokens.js'

export interface Fact {
  readonly label: Content
  readonly value: Content
}

export const factsRules = rules(`
.facts>div{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 16px;padding-block:8px;border-block-end:1px solid var(--line)}
.facts>:last-child{border-block-end:0;padding-block-end:0}
.facts>:first-child{padding-block-start:0}
.facts dt{color:var(--dim)}
.facts dd{font-weight:500;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;margin-inline-start:auto;text-align:end}
`)

/** Labels and values, one pair a line. */
export const facts = (each: readonly Fact[]): Html =>
  html`<dl class="facts">${joinHtml(each.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`))}</dl>`

export interface Stat extends Fact {
  /** After the value, smaller: `USDT`, `orders`. */
  readonly unit?: Content
  readonly note?: Content
}

export const statsRules = rules(`
.stats{display:grid;grid-template-columns:repeat(auto-fit,minmax(160px,1fr));border:1px solid var(--line);border-radius:${RADIUS.card};background:var(--line);gap:1px;overflow:hidden}
.stats>div{padding:12px 16px;background:var(--card)}
.stats dt,.stats .note{color:var(--dim);font-size:${TYPE[13]}}
.stats .note{color:var(--faint)}
.stats .value{font-size:${TYPE[22]};font-weight:670;line-height:1.3;letter-spacing:-.01em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.stats .value small{color:var(--dim);font-size:${TYPE[13]};font-weight:500;letter-spacing:0}
@media (max-width:480px){.stats{grid-template-columns:1fr 1fr}}
`)

/** Large numbers side by side. */
export const stats = (each: readonly Stat[]): Html =>
  html`<dl class="stats">${joinHtml(
    each.map(
      ({ label, value, unit, note }) =>
        html`<div><dt>${label}</dt><dd class="value">${value}${unit === undefined ? '' : html` <small>${unit}</small>`}</dd>${note === undefined ? '' : html`<dd class="note">${note}</dd>`}</div>`,
    ),
  )}</dl>`
