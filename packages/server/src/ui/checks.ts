import { type Html, html, joinHtml } from '../runtime/html.js'
import type { Content } from './attributes.js'
import { icon, iconRules } from './icons.js'
import { rules } from './style-sheet.js'
import { TYPE } from './tokens.js'

/** One thing that a person considers before a decision. */
export interface Check {
  readonly isPassed: boolean
  readonly title: Content
  readonly text: Content
}

export const checksRules = rules(
  `
.checks{list-style:none;padding:0;margin-block:16px}
.checks li{display:grid;grid-template-columns:auto 1fr;gap:0 10px;padding-block:6px}
.checks span{grid-column:2;color:var(--faint);font-size:${TYPE[13]}}
.checks .passed{color:var(--ok)}
.checks .not{color:var(--warn)}
`,
  iconRules,
)

/** Lists the checks of a decision. @param words say which, for screen readers */
export const checkList = (
  checks: readonly Check[],
  words: { readonly passed: string; readonly not: string },
): Html =>
  html`<ul class="checks">${joinHtml(
    checks.map(
      ({ isPassed, title, text }) =>
        html`<li><b class="${isPassed ? 'passed' : 'not'}">${icon(isPassed ? 'check-circle' : 'warning')}</b><div>${title}<span class="only-read">: ${isPassed ? words.passed : words.not}</span></div><span>${text}</span></li>`,
    ),
  )}</ul>`
