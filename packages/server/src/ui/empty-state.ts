import { type Html, html, NOTHING } from '../runtime/html.js'
import type { Content } from './attributes.js'
import type { IconName } from './icons.js'
import { rules } from './style-sheet.js'
import { mark, markRules } from './timeline.js'
import { type Tone, TYPE } from './tokens.js'

export interface EmptyStateOptions {
  /** `grey` by default. */
  readonly tone?: Tone
  readonly icon: IconName
  readonly title: Content
  readonly text: Content
  /** One button or link. */
  readonly action?: Html
}

export const emptyRules = rules(
  `
.empty{display:grid;justify-items:center;gap:8px;padding:44px 16px;text-align:center}
.empty .mark{inline-size:52px;block-size:52px;font-size:${TYPE[22]}}
.empty h2{font-size:${TYPE[18]};margin-block-start:4px}
.empty p{color:var(--dim);max-inline-size:34rem}
.empty .button{margin-block-start:8px}
`,
  markRules,
)

/** Replaces a list: the text differs between nothing yet and no match. */
export const emptyState = ({ tone = 'grey', icon, title, text, action }: EmptyStateOptions): Html =>
  html`<div class="empty">${mark(tone, icon)}<h2>${title}</h2><p>${text}</p>${action ?? NOTHING}</div>`
