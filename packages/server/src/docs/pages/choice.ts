import { type Html, html, joinHtml } from '../../runtime/html.js'
import type { Content } from '../../ui/attributes.js'
import { type Rules, rules } from '../../ui/style-sheet.js'

/**
 * A choice among blocks of a page, such as languages. Radio buttons keep it, so that it works without a script, and one
 * choice turns every block. A browser without `:has` shows all of them, each below its title.
 */
export interface Choice {
  /** Name of the radio buttons, and first part of their ids. */
  readonly name: string
  readonly legend: string
  readonly options: readonly { readonly value: string; readonly title: string }[]
}

/** One alternative of a block. */
export interface Alternative {
  readonly value: string
  readonly title: Content
  readonly content: Html
}

const idOf = ({ name }: Choice, value: string): string => `${name}-${value}`

/** The radio buttons of a choice, once on the page and before its blocks. The first one is checked. */
export const choiceInputs = (choice: Choice): Html =>
  html`<fieldset class="choice only-read"><legend>${choice.legend}</legend>${joinHtml(
    choice.options.map(
      ({ value, title }, at) =>
        html`<input type="radio" name="${choice.name}" value="${value}" id="${idOf(choice, value)}" aria-label="${title}"${at === 0 ? html` checked` : html``}>`,
    ),
  )}</fieldset>`

/** The labels of a block's alternatives, which look like tabs. */
export const choiceTabs = (choice: Choice, alternatives: readonly Alternative[]): Html =>
  html`<div class="choice-tabs">${joinHtml(
    alternatives.map(({ value, title }) => html`<label for="${idOf(choice, value)}">${title}</label>`),
  )}</div>`

/** The alternatives of a block. */
export const choiceContents = (choice: Choice, alternatives: readonly Alternative[]): Html =>
  html`<div class="alternatives of-${choice.name}">${joinHtml(
    alternatives.map(
      ({ value, title, content }) =>
        html`<div class="one ${idOf(choice, value)}"><p class="choice-title">${title}</p>${content}</div>`,
    ),
  )}</div>`

/** The rules of a choice. A block that lacks the chosen alternative shows its first one. */
export function choiceRules({ name, options }: Pick<Choice, 'name' | 'options'>): Rules {
  const ids = options.map(({ value }) => `${name}-${value}`)
  const each = (selector: (id: string) => string) => ids.map(selector).join(',')
  return rules(
    `
.choice,.choice-tabs{display:none}
@supports selector(:has(*)){
.choice{display:block}
.choice-tabs{display:flex}
.choice-title,.alternatives>.one{display:none}
${each((id) => `:root:has(#${id}:checked) .${id}`)}{display:block}
${each((id) => `:root:has(#${id}:checked) .of-${name}:not(:has(.${id}))>:first-child`)}{display:block}
${each((id) => `:root:has(#${id}:checked) [for=${id}]`)}{background:#ffffff1c;color:#fff}
${each((id) => `:root:has(#${id}:focus-visible) [for=${id}]`)}{outline:2px solid currentColor;outline-offset:-2px}
}
`,
  )
}
