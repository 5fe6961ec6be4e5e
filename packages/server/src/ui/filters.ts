import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { attributes, type Content } from './attributes.js'
import { buttonRules } from './button.js'
import { type FieldOptions, hiddenField, type Option, searchRules } from './fields.js'
import { icon } from './icons.js'
import { rules } from './style-sheet.js'
import { NARROW, RADIUS, TYPE } from './tokens.js'

/** A filter that is on, with the link that takes it away. */
export interface Pill {
  readonly text: string
  readonly href: string
}

export interface FilterBarOptions {
  /** Path of the list; the form is sent with GET, so that the address holds everything. */
  readonly action: string
  readonly label: string
  /** Search field and filters. */
  readonly fields: readonly Html[]
  /** Filters behind a word, which unfolds them. */
  readonly folded?: { readonly title: string; readonly fields: readonly Html[]; readonly isOpen: boolean }
  /** Values that the form keeps, such as the tab. */
  readonly kept?: Readonly<Record<string, string>>
  readonly pills: readonly Pill[]
  /** The list without filters. */
  readonly clearHref: string
  /** The result of the filters: `226 orders, 14,902.35 USDT received`. */
  readonly summary?: Content
  readonly words: { readonly apply: string; readonly clear: string; readonly remove: string }
}

export const filterRules = rules(
  `
.filters{display:flex;flex-wrap:wrap;gap:8px;margin-block:16px 8px}
.filters>.frame.search{flex-basis:300px}
.filters summary{list-style:none}
.filters summary::-webkit-details-marker{display:none}
.filters [open]>summary{background:var(--soft)}
.filters :not([open])>summary{block-size:100%}
.filters details>div{display:flex;flex-wrap:wrap;gap:8px}
.filters [open]{flex-basis:100%}
.filters [open]>div{margin-block-start:8px}
@supports selector(::details-content){.filters [open],.filters [open]::details-content,.filters [open]>div{display:contents}}
.frame.filter{font-size:${TYPE[13]}}
.frame.filter select,.frame.filter input{font-weight:600;inline-size:auto;flex:none;max-inline-size:11rem}
.frame.filter input[inputmode=decimal]{field-sizing:content;min-inline-size:4rem}
.pills{display:flex;flex-wrap:wrap;align-items:center;gap:8px;margin-block-end:12px;color:var(--dim)}
.pill{display:inline-flex;align-items:center;gap:6px;padding:3px 10px;border-radius:${RADIUS.pill};background:var(--soft);color:var(--tint);font-size:${TYPE[13]};font-weight:600;text-decoration:none}
.pills>a{font-weight:600;text-decoration:none}
@media ${NARROW}{.frame.filter{flex:1 1 100%;min-inline-size:0;flex-wrap:wrap}.frame.filter :is(input,select){flex:1 1 7.5rem;min-inline-size:0;max-inline-size:100%}}
@media (max-width:419.98px){.filter>.of-range{flex:1 0 100%;padding-block-start:6px}.frame.filter :is(input,select){flex-basis:6rem}}
@media (forced-colors:active){.pill{border:1px solid}}
`,
  buttonRules,
  searchRules,
)

/** A small select with its label in front, for filter bars. */
export const filterSelect = ({
  name,
  label,
  value,
  options,
}: Pick<FieldOptions, 'name' | 'label' | 'value'> & { readonly options: readonly Option[] }): Html =>
  html`<label class="frame filter">${label}<select${attributes({ name })}>${joinHtml(
    options.map(
      (option) =>
        html`<option${attributes({ value: option.value, selected: option.value === value })}>${option.text}</option>`,
    ),
  )}</select></label>`

/** A small field with its label in front, such as a date or an amount. */
export const filterInput = ({ name, label, value, attributes: others }: FieldOptions): Html =>
  html`<label class="frame filter">${label}<input${attributes({ name, value, ...others })}></label>`

/** Two such fields for the ends of a range. Their labels are read out, not shown. @param between them, a word or a sign */
export const filterRange = (label: string, from: FieldOptions, to: FieldOptions, between = 'to'): Html => {
  const end = ({ name, label: hidden, value, attributes: others }: FieldOptions) =>
    html`<input${attributes({ name, value, ...others })} aria-label="${hidden}">`
  return html`<span class="frame filter"><span class="of-range">${label}</span>${end(from)}<span>${between}</span>${end(to)}</span>`
}

const foldedFields = ({ title, fields, isOpen }: NonNullable<FilterBarOptions['folded']>): Html =>
  html`<details${attributes({ open: isOpen })}><summary class="button secondary">${icon('sliders')}${title}</summary><div>${joinHtml(fields)}</div></details>`

/** Filters of a list, and below them the ones that are on. */
export function filterBar({
  action,
  label,
  fields,
  folded,
  kept = {},
  pills,
  clearHref,
  summary,
  words,
}: FilterBarOptions): Html {
  const hidden = Object.entries(kept).map(([name, value]) => hiddenField(name, value))
  const on = pills.map(
    ({ text, href }) =>
      html`<a class="pill" href="${href}"><span class="only-read">${words.remove} </span>${text}${icon('cross')}</a>`,
  )
  const clear = pills.length === 0 ? NOTHING : html`<a href="${clearHref}">${words.clear}</a>`
  return html`<form class="filters" role="search" method="get" action="${action}" aria-label="${label}">${joinHtml([...hidden, ...fields])}${folded ? foldedFields(folded) : NOTHING}<button class="button secondary">${words.apply}</button></form>${
    pills.length === 0 && summary === undefined
      ? NOTHING
      : html`<div class="pills">${joinHtml(on)}${clear}${summary === undefined ? NOTHING : html`<span>${summary}</span>`}</div>`
  }`
}
