import { type Html, html } from '../runtime/html.js'
import type { Content } from './attributes.js'
import { baseRules, touchRules } from './base.js'
import { brandRules, logo } from './brand.js'
import { rules } from './style-sheet.js'
import { RADIUS, TYPE } from './tokens.js'

export const centredRules = rules(
  `
.centred{min-block-size:100vh;display:grid;place-content:center;grid-template-columns:minmax(0,400px);padding:16px;background:var(--bg)}
.centred>main{display:grid;gap:12px;padding:28px;border:1px solid var(--line);border-radius:${RADIUS.sheet};background:var(--card)}
.centred h1{font-size:${TYPE[22]}}
.centred p{color:var(--dim)}
.centred .small{color:var(--faint)}
.centred .logo{inline-size:36px;block-size:36px}
`,
  baseRules,
  brandRules,
  touchRules,
)

/** One card in the middle of the window, for sign-in and for messages without a page. */
export const centred = (title: Content, content: Html): Html =>
  html`<div class="centred"><main id="main">${logo}<h1>${title}</h1>${content}</main></div>`
