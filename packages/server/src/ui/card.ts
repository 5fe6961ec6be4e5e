import { type Html, html, NOTHING } from '../runtime/html.js'
import type { Content } from './attributes.js'
import { rules } from './style-sheet.js'
import { RADIUS, TYPE } from './tokens.js'

export interface CardOptions {
  /** Unique on the page; the heading gets `<id>-title`. */
  readonly id: string
  readonly title?: Content
  /** At the end of the heading: a link, a button or a note. */
  readonly aside?: Content
  readonly body: Content
  /** No padding around the body, for tables and rows that have their own. */
  readonly isFlush?: boolean
}

export const cardRules = rules(`
.card{border:1px solid var(--line);border-radius:${RADIUS.card};background:var(--card);min-inline-size:0}
.card+.card{margin-block-start:16px}
.card-head{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:4px 12px;min-block-size:48px;padding:8px 16px;border-block-end:1px solid var(--line)}
.card-head h2{font-size:${TYPE[15]}}
.card-head>:not(h2){color:var(--faint);font-size:${TYPE[13]}}
.card-head a{font-weight:600;text-decoration:none}
.card-body{padding:16px}
`)

/** A region with a 1 px line. Without a title it is a plain box. */
export function card({ id, title, aside, body, isFlush = false }: CardOptions): Html {
  const inner = isFlush ? html`${body}` : html`<div class="card-body">${body}</div>`
  if (title === undefined) return html`<div class="card" id="${id}">${inner}</div>`
  const end = aside === undefined ? NOTHING : html`<div>${aside}</div>`
  return html`<section class="card" id="${id}" aria-labelledby="${id}-title"><div class="card-head"><h2 id="${id}-title">${title}</h2>${end}</div>${inner}</section>`
}
