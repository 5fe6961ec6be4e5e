import { type Html, html, NOTHING } from '../runtime/html.js'
import type { Content } from './attributes.js'
import { buttonRules } from './button.js'
import { icon } from './icons.js'
import { rules } from './style-sheet.js'

export interface PaginationOptions {
  readonly label: string
  /** `1 to 50 of 226`. */
  readonly text: Content
  readonly newer?: { readonly href: string; readonly text: Content }
  readonly older?: { readonly href: string; readonly text: Content }
}

export const paginationRules = rules(
  `
.pages{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 12px;padding:8px 16px;border-block-start:1px solid var(--line);color:var(--dim)}
`,
  buttonRules,
)

/** Links to the pages beside this one, by cursor. Stands below the table, in its card. */
export const pagination = ({ label, text, newer, older }: PaginationOptions): Html =>
  html`<nav class="pages" aria-label="${label}"><span>${text}</span><span class="buttons">${newer ? html`<a class="button secondary" rel="prev" href="${newer.href}">${icon('arrow-left')}${newer.text}</a>` : NOTHING}${older ? html`<a class="button secondary" rel="next" href="${older.href}">${older.text}${icon('arrow-right')}</a>` : NOTHING}</span></nav>`
