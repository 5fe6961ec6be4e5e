import { type Html, html, NOTHING } from '../runtime/html.js'
import { attributes, type Content } from './attributes.js'
import { type IconName, icon, iconRules } from './icons.js'
import { rules } from './style-sheet.js'
import { RADIUS, TYPE } from './tokens.js'

/** One primary button per region. `danger-fill` is for the last button of a confirmation only. */
export type ButtonKind = 'primary' | 'secondary' | 'danger' | 'danger-fill' | 'quiet'

export interface ButtonOptions {
  readonly text: Content
  /** `secondary` by default. */
  readonly kind?: ButtonKind
  readonly icon?: IconName
  /** Other attributes, such as `name` and `value`, or `aria-describedby`. */
  readonly attributes?: Readonly<Record<string, string | number | boolean | undefined>>
}

export const buttonRules = rules(
  `
.button{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-block-size:34px;padding:4px 12px;border:1px solid var(--edge);border-radius:${RADIUS.button};background:var(--card);color:var(--text);font-size:${TYPE[14]};font-weight:600;line-height:1.3;text-decoration:none;text-align:center;cursor:pointer;transition:background-color .12s,border-color .12s}
.button:hover{background:var(--sunk)}
.button.primary{border-color:var(--accent);background:var(--accent);color:#fff}
.button.primary:hover{border-color:var(--accent-hover);background:var(--accent-hover)}
.button.danger{border-color:var(--bad-strong);color:var(--bad)}
.button.danger-fill{border-color:var(--bad-badge);background:var(--bad-badge);color:#fff}
.button.quiet{border-color:transparent;background:none;color:var(--tint)}
.button.wide{inline-size:100%}
.button[aria-busy=true],.button:disabled{opacity:.6;cursor:default}
.buttons{display:flex;flex-wrap:wrap;gap:8px}
`,
  iconRules,
)

const classOf = (kind: ButtonKind) => `button ${kind}`
const contentOf = ({ text, icon: name }: ButtonOptions): Html => html`${name ? icon(name) : NOTHING}${text}`

/** A button that submits its form. The behaviour script sets `disabled` and `aria-busy` once it is sent. */
export const button = (options: ButtonOptions): Html =>
  html`<button class="${classOf(options.kind ?? 'secondary')}"${attributes(options.attributes ?? {})}>${contentOf(options)}</button>`

/** A link that looks like a button. */
export const buttonLink = (options: ButtonOptions & { readonly href: string }): Html =>
  html`<a class="${classOf(options.kind ?? 'secondary')}" href="${options.href}"${attributes(options.attributes ?? {})}>${contentOf(options)}</a>`

/** Buttons side by side. */
export const buttons = (...each: readonly Html[]): Html =>
  html`<div class="buttons">${each.reduce((row, one) => html`${row}${one}`, NOTHING)}</div>`
