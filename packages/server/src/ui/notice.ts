import { type Html, html, NOTHING } from '../runtime/html.js'
import type { Content } from './attributes.js'
import { toneRules } from './badge.js'
import { type IconName, icon, iconRules } from './icons.js'
import { rules } from './style-sheet.js'
import { RADIUS, SHADOW } from './tokens.js'

export type NoticeKind = 'ok' | 'info' | 'warn' | 'bad'

const ICONS: Readonly<Record<NoticeKind, IconName>> = {
  ok: 'check-circle',
  info: 'info',
  warn: 'warning',
  bad: 'cross-circle',
}

export interface NoticeOptions {
  readonly kind: NoticeKind
  /** The event in one sentence. */
  readonly title: Content
  /** Its meaning, and the next step. */
  readonly text?: Content
  /** A copy field or buttons below. */
  readonly more?: Html
  /** Read out as soon as the page shows it, for the result of a form. */
  readonly isResult?: boolean
}

export const noticeRules = rules(
  `
.notice{display:flex;gap:12px;padding:12px 16px;border-radius:${RADIUS.card};margin-block-end:16px}
.notice .icon{margin-block-start:.15em}
.notice>div{flex:1;min-inline-size:0;overflow-wrap:anywhere}
.notice a{color:inherit}
.notice .copy-field{margin-block-start:8px}
@media (forced-colors:active){.notice{border:1px solid}}
`,
  iconRules,
  toneRules,
)

/** A message that stays in the page. */
export function notice({ kind, title, text, more, isResult }: NoticeOptions): Html {
  const role = isResult ? html` role="${kind === 'bad' ? 'alert' : 'status'}"` : NOTHING
  return html`<div class="notice tone-${kind}"${role}>${icon(ICONS[kind])}<div><p><strong>${title}</strong>${text === undefined ? NOTHING : html` ${text}`}</p>${more ?? NOTHING}</div></div>`
}

export const toastRules = rules(`
.toast{position:fixed;inset:auto 0 20px;z-index:9;inline-size:fit-content;max-inline-size:90%;margin-inline:auto;padding:8px 16px;border-radius:${RADIUS.button};background:var(--text);color:var(--card);box-shadow:${SHADOW.dialog};transition:opacity .2s}
.toast:empty{opacity:0;pointer-events:none}
`)

/** The live region of a page, for messages of 4 s that the page itself holds too. */
export const toast = html`<p class="toast" id="live" role="status"></p>`
