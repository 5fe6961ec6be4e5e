import { postForm } from '../pages/parts.js'
import { refusalNotice } from '../pages/refusal.js'
import { type Html, html } from '../runtime/html.js'
import { button } from '../ui/button.js'
import { card } from '../ui/card.js'
import type { IconName } from '../ui/icons.js'
import { pageHead } from '../ui/shell.js'
import type { WordKey } from './frame/texts.js'
import type { DashboardPage, Section } from './page.js'
import type { Visit } from './visit.js'

interface FormOptions {
  readonly id: string
  readonly section: Section
  readonly title: WordKey
  readonly line: Html
  /** Where the form is posted. */
  readonly path: string
  readonly fields: Html
  readonly submit: { readonly text: WordKey; readonly icon: IconName }
  /** Beside the form. */
  readonly aside?: Html
}

/** A page with one form, whose fault is said above it. */
export function formPage(visit: Visit, options: FormOptions): DashboardPage {
  const { id, section, title, line, path, fields, submit, aside } = options
  const send = button({ text: visit.plain(submit.text), kind: 'primary', icon: submit.icon })
  const form = card({ id, body: postForm(visit, path, html`${fields}${send}`) })
  const part = html`<div class="form">${form}</div>`
  const main = html`${pageHead({ title: visit.plain(title), line })}${refusalNotice(visit)}${aside ? html`<div class="columns">${part}<div>${aside}</div></div>` : part}`
  return { kind: 'content', title: visit.plain(title), section, main }
}
