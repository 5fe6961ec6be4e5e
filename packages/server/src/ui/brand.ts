import { Html, html } from '../runtime/html.js'
import { rules } from './style-sheet.js'
import { RADIUS, TYPE } from './tokens.js'

export const brandRules = rules(`
.logo{inline-size:24px;block-size:24px;flex:none}
.logo rect{fill:var(--accent)}
.logo path{fill:none;stroke:#fff;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
.initials{display:inline-grid;place-items:center;flex:none;inline-size:30px;block-size:30px;border-radius:${RADIUS.pill};background:var(--soft);color:var(--tint);font-size:${TYPE[12]};font-weight:650}
`)

/** The mark of the product. */
export const logo = new Html(
  '<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6"/><path d="M6.5 17V8l5.5 5.5L17.5 8v9"/></svg>',
)

/** The first letters of a name, in a circle. */
export const initials = (name: string): Html =>
  html`<span class="initials" aria-hidden="true">${name
    .split(/[\s.]+/, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()}</span>`
