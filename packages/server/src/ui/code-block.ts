import { type Html, html } from '../runtime/html.js'
import type { Content } from './attributes.js'
import { copyRules } from './copy-field.js'
import { rules } from './style-sheet.js'
import { RADIUS, TYPE } from './tokens.js'

export interface CodeBlockOptions {
  /** Unique on the page. */
  readonly id: string
  /** Names the block for screen readers. */
  readonly label: string
  /** Text is escaped; coloured code comes as markup with `<i class="a">` to `<i class="g">`. */
  readonly code: Content
}

/** Classes of coloured code: comment, keyword, string, function, constant, key, number. */
export const CODE_CLASSES = {
  a: 'comment',
  b: 'keyword',
  c: 'string',
  d: 'function',
  e: 'constant',
  f: 'key',
  g: 'number',
} as const

export const codeRules = rules(
  `
.code{border:1px solid var(--code-head);border-radius:${RADIUS.card};background:var(--code-bg);color:var(--code);overflow:hidden;color-scheme:dark}
.code-head{display:flex;align-items:center;justify-content:space-between;gap:8px;min-block-size:44px;padding:4px 8px 4px 16px;background:var(--code-head);font-size:${TYPE[13]};font-weight:600}
.code-head .button{border-color:transparent;background:none;color:inherit}
.code pre{margin:0;padding:12px 16px;overflow-x:auto;font-size:${TYPE[12]};line-height:1.65;tab-size:2;direction:ltr;text-align:left}
.code pre:focus-visible{outline-color:var(--code);outline-offset:-3px}
.code code{font-size:inherit}
.code i{font-style:normal}
${Object.entries(CODE_CLASSES)
  .map(([name, color]) => `.code i.${name}{color:var(--code-${color})}`)
  .join('\n')}
`,
  copyRules,
)

/** A dark block of code that scrolls inside itself. */
export const codeBlock = ({ id, label, code }: CodeBlockOptions): Html =>
  html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code id="${id}" translate="no">${code}</code></pre></div>`
