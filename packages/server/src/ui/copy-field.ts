import { type Html, html, NOTHING } from '../runtime/html.js'
import { attributes, type Content } from './attributes.js'
import { buttonRules } from './button.js'
import { shortened } from './figures.js'
import { icon } from './icons.js'
import { rules } from './style-sheet.js'
import { RADIUS, TYPE } from './tokens.js'

export interface CopyWords {
  /** On the button. Read but not shown where `isIconOnly`. */
  readonly text: Content
  /** Said in the live region. */
  readonly copied: string
  readonly isIconOnly?: boolean
}

/** A button that copies the text of an element. The behaviour script shows it, so that none appears without a script. */
export const copyButton = (id: string, { text, copied, isIconOnly = false }: CopyWords): Html =>
  html`<button type="button" class="button${isIconOnly ? ' icon-only' : ''}" hidden data-copy="${id}" data-copied="${copied}">${icon('copy')}${isIconOnly ? html`<span class="only-read">${text}</span>` : text}</button>`

export const copyRules = rules(
  `
.copy-field{display:flex;flex-wrap:wrap;align-items:center;gap:8px;padding:4px 4px 4px 12px;border:1px solid var(--edge);border-radius:${RADIUS.field};background:var(--card);color:var(--text)}
.copy-field code{flex:1;min-inline-size:0;overflow-wrap:anywhere;padding-block:4px}
.copyable{-webkit-user-select:all;user-select:all}
.button.icon-only{min-inline-size:34px;padding:4px;border-color:transparent;background:none;color:var(--dim);font-size:${TYPE[13]}}
@media print{.mono.cut{font-size:0}.cut::after{content:attr(title);font-size:${TYPE[13]}}}
`,
  buttonRules,
)

/** A value to take along, such as a new secret. */
export const copyField = (id: string, value: string, words: CopyWords): Html =>
  html`<div class="copy-field"><code id="${id}" class="copyable" dir="ltr" translate="no">${value}</code>${copyButton(id, words)}</div>`

/**
 * An address, a hash or an id. Long ones are cut in the middle, with the whole value in `title`, for copying and on paper.
 *
 * @param copy with an id that is unique on the page
 */
export function exact(value: string, copy?: CopyWords & { readonly id: string }): Html {
  const short = shortened(value)
  const button = copy
    ? html`<span id="${copy.id}" hidden>${value}</span>${copyButton(copy.id, { isIconOnly: true, ...copy })}`
    : NOTHING
  const isCut = short !== value
  return html`<span class="mono${isCut ? ' cut' : ''}" dir="ltr" translate="no"${attributes({ title: isCut && value })}>${short}</span>${button}`
}
