import { type Html, html, NOTHING } from '../../runtime/html.js'
import type { Content } from '../../ui/attributes.js'
import { codeRules } from '../../ui/code-block.js'
import { copyButton, copyRules } from '../../ui/copy-field.js'
import { inline, scriptElement } from '../../ui/inline.js'
import { rules } from '../../ui/style-sheet.js'
import { TYPE } from '../../ui/tokens.js'
import type { CodeColors } from '../code/code-colors.js'
import type { Fence, FencePrinter } from '../markdown.js'
import { LANGUAGES } from '../samples.js'
import { type Alternative, type Choice, choiceContents, choiceInputs, choiceTabs } from './choice.js'

export const LANGUAGE_CHOICE: Choice = {
  name: 'code',
  legend: 'Language of the samples',
  options: LANGUAGES.map(([value, title]) => ({ value, title })),
}

/** Checks the language that the reader chose before, ahead of the first paint. The script of the pages stores it. */
export const LANGUAGE_SCRIPT = inline(
  "try{document.getElementById('code-'+localStorage.getItem('docs-language')).checked=true}catch{}",
)

export const codeColumnRules = rules(
  `
.code{position:relative}
.column .code{margin-block-end:16px}
.code-head,.code .code-head h2{margin:0;color:#fff;font-size:${TYPE[13]}}
.code-head .choice-tabs{flex-wrap:wrap;gap:2px;margin-inline-start:-8px;padding-inline-end:36px}
.code-head label{padding:6px 10px;border-radius:6px;color:var(--code-comment);cursor:pointer;white-space:nowrap;font-weight:600}
.code-head label:hover{color:#fff}
.code-head .status{display:inline-block;padding:1px 6px;margin-inline-end:8px;border-radius:6px;background:#371815;color:#ff9d94;font-family:ui-monospace,monospace}
.code-head .status.ok{background:#0f2a1f;color:#62d6a2}
.code .copy{position:absolute;inset-block-start:5px;inset-inline-end:8px;background:var(--code-head);border-radius:6px}
.code .copy .button{border-color:transparent;background:none;color:var(--code-comment)}
.code .copy .button:hover{color:#fff}
/* Without a head the button lies on the first line, which is cut before it and scrolls clear of it. */
.code>.copy:first-child{inset-inline-end:0;padding-inline-end:8px;border-radius:0;background:var(--code-bg)}
.code>.copy:first-child+pre{padding-inline-end:56px}
.code .choice-title,.code .note{padding:10px 16px 0;font-size:${TYPE[13]};font-weight:600;color:#fff}
.code .note+pre{padding-block-start:8px}
@media (max-width:819.98px),(pointer:coarse){.code-head label{padding-block:12px}.code-head{padding-block:0}}
`,
  codeRules,
  copyRules,
)

/** Prints the code of a page in dark blocks. Each code has an id, so that its button copies it. */
export class CodeBlocks implements FencePrinter {
  private count = 0
  private hasLanguages = false
  constructor(private readonly colors: CodeColors) {}

  single({ language, code, title }: Fence): Html {
    const head = title === '' ? NOTHING : html`<div class="code-head"><div>${title}</div></div>`
    return html`<div class="code">${head}${this.pre(title === '' ? 'code' : title, language, code)}</div>`
  }

  /** Samples, of which the page shows the chosen language. */
  group(samples: readonly Fence[]): Html {
    const alternatives = samples.map(({ title, language, code }) => ({
      value: LANGUAGE_CHOICE.options.find((option) => option.title === title)?.value ?? '',
      title,
      content: this.pre(`sample, ${title}`, language, code),
    }))
    const inputs = this.hasLanguages ? NOTHING : LANGUAGE_INPUTS
    this.hasLanguages = true
    return html`${inputs}${this.choice(LANGUAGE_CHOICE, alternatives)}`
  }

  isAlternative(title: string): boolean {
    return LANGUAGE_CHOICE.options.some((option) => option.title === title)
  }

  choice(choice: Choice, alternatives: readonly Alternative[]): Html {
    return html`<div class="code"><div class="code-head">${choiceTabs(choice, alternatives)}</div>${choiceContents(choice, alternatives)}</div>`
  }

  /** Code with its copy button. */
  pre(label: Content, language: string, code: string): Html {
    this.count += 1
    const id = `code-block-${this.count}`
    const button = copyButton(id, { text: html`Copy ${label}`, copied: 'Copied', isIconOnly: true })
    return html`<div class="copy">${button}</div><pre tabindex="0" role="region" aria-label="Code ${this.count}: ${label}"><code id="${id}" translate="no">${this.colors.print(language, code)}</code></pre>`
  }
}

/** The buttons that choose a language, with the script that remembers the last choice. */
const LANGUAGE_INPUTS = html`${choiceInputs(LANGUAGE_CHOICE)}${scriptElement(LANGUAGE_SCRIPT)}`
