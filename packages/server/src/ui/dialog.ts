import { type Html, html, NOTHING } from '../runtime/html.js'
import type { Content } from './attributes.js'
import { type ButtonKind, button, buttonLink, buttonRules } from './button.js'
import { type FieldOptions, fieldRules, hiddenField } from './fields.js'
import type { IconName } from './icons.js'
import { rules } from './style-sheet.js'
import { RADIUS, SHADOW, TYPE } from './tokens.js'

export interface ConfirmationOptions {
  /** Unique on the page. */
  readonly id: string
  /** A question that names amount and thing: `Approve 2,400.00 USDT?` */
  readonly title: Content
  /** The consequence. */
  readonly text: Content
  /** Where the form is posted. */
  readonly action: string
  /** Token of the session, version of the row and so on. */
  readonly hidden: Readonly<Record<string, string>>
  /** Fields such as the reason or the typed amount. */
  readonly fields: readonly Html[]
  readonly submit: { readonly text: Content; readonly icon?: IconName; readonly isDangerous?: boolean }
  readonly cancel: { readonly text: Content; readonly href: string }
}

export const dialogRules = rules(
  `
.confirmation{display:grid;grid-template-columns:minmax(0,1fr);gap:12px;overflow-wrap:anywhere}
.confirmation :is(h1,h2){font-size:${TYPE[18]}}
.confirmation>p{color:var(--dim)}
.confirmation .field{margin:0}
.confirmation .buttons{justify-content:flex-end}
dialog{inline-size:min(460px,calc(100% - 32px));max-block-size:calc(100% - 32px);padding:24px;border:1px solid var(--line);border-radius:${RADIUS.sheet};background:var(--card);color:var(--text);box-shadow:${SHADOW.dialog}}
dialog::backdrop{background:#0b0d1299}
`,
  buttonRules,
  fieldRules,
)

/**
 * The form that asks before something is done. It is the content of a confirmation page, with `h1`, and of the dialog
 * that opens in its place when a script runs.
 */
export function confirmation(options: ConfirmationOptions, heading: 'h1' | 'h2' = 'h1'): Html {
  const { id, title, text, action, hidden, fields, submit, cancel } = options
  const kind: ButtonKind = submit.isDangerous ? 'danger-fill' : 'primary'
  const head =
    heading === 'h1' ? html`<h1 id="${id}-title">${title}</h1>` : html`<h2 id="${id}-title">${title}</h2>`
  const sent = Object.entries(hidden).reduce(
    (row, [name, value]) => html`${row}${hiddenField(name, value)}`,
    NOTHING,
  )
  const asked = fields.reduce((row, one) => html`${row}${one}`, NOTHING)
  return html`<form class="confirmation" method="post" action="${action}" aria-labelledby="${id}-title">${head}<p>${text}</p>${sent}${asked}<div class="buttons">${buttonLink({ text: cancel.text, href: cancel.href, attributes: { 'data-close': heading === 'h2' } })}${button({ text: submit.text, kind, ...(submit.icon && { icon: submit.icon }) })}</div></form>`
}

/** The same form as a dialog of the page; `opensDialog` on the link to the confirmation page opens it. */
export const dialog = (options: ConfirmationOptions): Html =>
  html`<dialog id="${options.id}" aria-labelledby="${options.id}-title">${confirmation(options, 'h2')}</dialog>`

/** Attributes of a link to a confirmation page that opens the dialog with this id where a script runs. */
export const opensDialog = (id: string): NonNullable<FieldOptions['attributes']> => ({
  'data-dialog': id,
  'aria-haspopup': 'dialog',
})
