import { findOperator } from '../../domain/people/operators.js'
import { readPersonGrants } from '../../domain/people/person-grants.js'
import type { PageReply } from '../../domain/sessions/pages.js'
import { requireSession, SessionEnded } from '../../domain/sessions/sessions.js'
import { DomainError } from '../../domain/shared/errors.js'
import { APP_DECIMALS, formatUsdt, parseUsdt, usdt } from '../../domain/shared/money.js'
import { typedAmount } from '../../domain/shared/typed-amount.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { confirmationOf, pathOf } from '../../pages/question.js'
import { errorAt, RefusedForm, refusalNotice } from '../../pages/refusal.js'
import type { Refusal } from '../../pages/visit.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { type ConfirmationOptions, confirmation } from '../../ui/dialog.js'
import { field, textArea } from '../../ui/fields.js'
import type { ConsolePage, Route, Section } from '../page.js'
import type { Visit } from '../visit.js'
import type { OperatorAction, OperatorQuestion } from './actions.js'
import { isGuarded, mayDo } from './roles.js'

/** Above it the operator types the amount. */
const LARGE = usdt(100_000_000_000n)
const MAX_REASON = 500

/** The route of an action: its question, and what the answer does in one transaction. */
export const actionRoute = (action: OperatorAction): Route => ({
  path: action.path,
  needs: [action.name],
  isGuarded: isGuarded(action.name),
  async read(tx, visit) {
    const question = await action.ask(tx, visit)
    const message = visit.refusal?.param === undefined ? refusalNotice(visit) : NOTHING
    const main = html`${message}<div class="ask">${confirmation(formOf(question, visit, action))}</div>`
    return {
      kind: 'content',
      title: question.title,
      section: sectionOf(action.path),
      main,
      visit: question.visit,
    }
  },
  submit: (visit) => perform(visit, action),
})

/** Actions are below the page of their section. */
export const sectionOf = (path: string): Section => path.split('/')[1] as Section

async function perform(visit: Visit, action: OperatorAction): Promise<PageReply | ConsolePage> {
  const { store, context } = visit.services
  const fault = await store.read(async (tx) => faultOf(visit, await action.ask(tx, visit)))
  if (fault) throw new RefusedForm(fault)
  const outcome = await store.write(async (tx) => {
    await requireSession(tx, context, visit.request.session)
    await requireRole(tx, visit, action)
    return action.run(tx, context, visit, { actor: visit.actor, reason: visit.field('reason') })
  })
  if ('page' in outcome) return outcome.page
  const mark = outcome.to.includes('?') ? '&' : '?'
  return { kind: 'redirect', to: `${outcome.to}${mark}done=${outcome.done}` }
}

/** Reads the role of a person again. @throws SessionEnded, forbidden */
async function requireRole(tx: Tx, visit: Visit, { name }: OperatorAction): Promise<void> {
  const { session } = visit.request
  const access = readPersonGrants(session.grants)
  if (!access) return
  const now = visit.services.context.clock.real()
  const person = await findOperator(tx, access, session, now)
  if (!person) throw new SessionEnded()
  const isWaiting = isGuarded(name) && now < (person.waitsUntil ?? 0)
  if (isWaiting || !mayDo(person.role, name)) throw new DomainError('forbidden')
}

/** The form of an action, for a page or a dialog. */
export function formOf(
  question: OperatorQuestion,
  visit: Visit,
  { path, name }: OperatorAction,
): ConfirmationOptions {
  const { visit: at, fields = [], amount } = question
  const typed = amount !== undefined && amount > LARGE ? [amountField(visit)] : []
  return confirmationOf(at, name.replace(' ', '-'), pathOf(path, visit), {
    ...question,
    fields: [...fields, ...typed, reasonField(visit)],
  })
}

const reasonField = (visit: Visit): Html =>
  textArea({
    name: 'reason',
    label: 'Reason, kept in the audit log',
    value: visit.field('reason'),
    ...errorAt(visit, 'reason'),
    attributes: { required: true, maxlength: MAX_REASON, rows: 3 },
  })

const amountField = (visit: Visit): Html =>
  field({
    name: 'amount',
    label: 'Type the amount to confirm',
    value: visit.field('amount'),
    unit: 'USDT',
    ...errorAt(visit, 'amount'),
    attributes: { required: true, inputmode: 'decimal', autocomplete: 'off' },
  })

/** Returns the fault of the submitted form; undefined for a form that can be acted on. */
function faultOf(visit: Visit, { amount }: OperatorQuestion): Refusal | undefined {
  const fault = (param: string, text: string): Refusal => ({ status: 422, param, text })
  const reason = visit.field('reason')
  if (reason === '') return fault('reason', 'Write why you do this.')
  if (reason.length > MAX_REASON) return fault('reason', `Write at most ${MAX_REASON} characters.`)
  if (amount === undefined || amount <= LARGE) return undefined
  // The amount is known, so that the text has one meaning.
  const typed = parseUsdt(typedAmount(visit.field('amount'), { isPointDecimal: true }), APP_DECIMALS)
  return typed === amount ? undefined : fault('amount', `Type ${formatUsdt(amount)}.`)
}
