import type { Tx } from '../domain/store/unit-of-work.js'
import { confirmationOf, pathOf, type Question } from '../pages/question.js'
import { refusalNotice } from '../pages/refusal.js'
import { type Html, html, NOTHING } from '../runtime/html.js'
import { confirmation } from '../ui/dialog.js'
import type { WordKey } from './frame/texts.js'
import type { Route, Section, Submit } from './page.js'
import type { Visit } from './visit.js'

export interface MerchantQuestion extends Question {
  /** Above the form. */
  readonly above?: Html
}

/** An action of a merchant: a question, and the operation that the answer calls with the scopes of the session. */
export interface MerchantAction extends Pick<Route, 'path' | 'needs' | 'isGuarded'> {
  /** Of the form on its page. */
  readonly id: string
  readonly section: Section
  /** Of the page. */
  readonly title: WordKey
  ask(tx: Tx, visit: Visit): Promise<MerchantQuestion>
  readonly call: Submit
}

/** The route of an action: its question, and the call that the answer makes. */
export const actionRoute = ({ id, section, title, ask, call, ...route }: MerchantAction): Route => ({
  ...route,
  async read(tx, visit) {
    const { above = NOTHING, ...question } = await ask(tx, visit)
    const asked = { hidden: visit.hidden, ...question }
    const form = confirmation(confirmationOf(visit, id, pathOf(route.path, visit), asked))
    const main = html`${refusalNotice(visit)}${above}<div class="form">${form}</div>`
    return { kind: 'content', title: visit.plain(title), section, main }
  },
  submit: call,
})
