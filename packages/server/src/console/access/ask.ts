import { FORM_TOKEN } from '../../domain/sessions/pages.js'
import type { Mandate } from '../../domain/shared/audit-entry.js'
import { DomainError } from '../../domain/shared/errors.js'
import { APP_DECIMALS, formatUsdt, parseUsdt, usdt } from '../../domain/shared/money.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { codeBlock } from '../../ui/code-block.js'
import { type ConfirmationOptions, confirmation } from '../../ui/dialog.js'
import { field, textArea } from '../../ui/fields.js'
import { notice } from '../../ui/notice.js'
import type { ConsolePage } from '../page.js'
import type { Visit } from '../visit.js'
import type { OperatorAction, Question } from './actions.js'
import { ACTIONS } from './roles.js'
import { linkCommand } from './sign-in-page.js'

/** Above it the operator types the amount. */
const LARGE = usdt(100_000_000_000n)
const MAX_REASON = 500

/** The faults of an answer. */
export interface Refusal {
  readonly status: number
  /** Said above the form. */
  readonly message?: string
  readonly reason?: string
  readonly amount?: string
}

/** Renders the form of an action as a page. */
export async function askPage(
  tx: Tx,
  visit: Visit,
  action: OperatorAction,
  refusal?: Refusal,
): Promise<ConsolePage> {
  const barrier = barrierTo(visit, action)
  if (barrier) return barrier
  const question = await action.ask(tx, visit)
  const message =
    refusal?.message === undefined
      ? NOTHING
      : notice({ kind: 'bad', title: 'Nothing was changed.', text: refusal.message, isResult: true })
  const main = html`${message}<div class="ask">${confirmation(confirmationOf(question, visit, action, refusal))}</div>`
  return {
    kind: 'content',
    title: question.title,
    section: action.section,
    main,
    visit: question.visit,
    status: refusal?.status ?? 200,
  }
}

/** The form of an action, for a page or a dialog. */
export function confirmationOf(
  { visit: at, title, text, fields = [], hidden = {}, submit, back, amount }: Question,
  visit: Visit,
  { path, name }: OperatorAction,
  refusal?: Refusal,
): ConfirmationOptions {
  const typed = amount !== undefined && amount > LARGE ? [amountField(visit, refusal?.amount)] : []
  return {
    id: name.replace(' ', '-'),
    title,
    text,
    action: at.href(pathOf(path, visit)),
    hidden: { [FORM_TOKEN]: visit.request.formToken, ...hidden },
    fields: [...fields, ...typed, reasonField(visit, refusal?.reason)],
    submit,
    cancel: { text: 'Cancel', href: `${visit.services.settings.base}${back}` },
  }
}

/** Fills the variable parts of a path from those of the visit. */
const pathOf = (path: string, visit: Visit): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(visit.param(name)))

const reasonField = (visit: Visit, error: string | undefined): Html =>
  textArea({
    name: 'reason',
    label: 'Reason, kept in the audit log',
    value: visit.field('reason'),
    ...(error !== undefined && { error }),
    attributes: { required: true, maxlength: MAX_REASON, rows: 3 },
  })

const amountField = (visit: Visit, error: string | undefined): Html =>
  field({
    name: 'amount',
    label: 'Type the amount to confirm',
    value: visit.field('amount'),
    unit: 'USDT',
    ...(error !== undefined && { error }),
    attributes: { required: true, inputmode: 'decimal', autocomplete: 'off' },
  })

/** Returns what is wrong with the submitted form; undefined for a form that can be acted on. */
export function refusalOf(visit: Visit, { amount }: Question): Refusal | undefined {
  const reason = visit.field('reason')
  if (reason === '') return { status: 422, reason: 'Write why you do this.' }
  if (reason.length > MAX_REASON) return { status: 422, reason: `Write at most ${MAX_REASON} characters.` }
  if (amount === undefined || amount <= LARGE) return undefined
  const typed = parseUsdt(visit.field('amount').replaceAll(',', ''), APP_DECIMALS)
  return typed === amount ? undefined : { status: 422, amount: `Type ${formatUsdt(amount)}.` }
}

/** Returns what an action said against it; undefined for an error of another kind. */
export function refusalBy(error: unknown): Refusal | undefined {
  if (error instanceof OperatorError) return { status: 409, message: error.message }
  if (!(error instanceof DomainError)) return undefined
  const { detail } = error.details
  return {
    status: 409,
    message: `${error.code.replaceAll('_', ' ')}${detail === undefined ? '' : `: ${detail}`}`,
  }
}

/** Returns the person at the browser, with the reason of the form. */
export const mandateOf = (visit: Visit): Mandate => ({
  actor: visit.actor,
  reason: visit.field('reason'),
})

/** Returns the page that stands in the place of an action; undefined where the person may do it now. */
export function barrierTo(visit: Visit, action: OperatorAction): ConsolePage | undefined {
  if (!visit.may(action.name)) return forbiddenPage(visit, action)
  return visit.needsSignIn(action.name) ? signInAgainPage(visit, action) : undefined
}

const forbiddenPage = (visit: Visit, { name, section }: OperatorAction): ConsolePage => ({
  kind: 'content',
  title: 'Your role cannot do this',
  section,
  visit,
  status: 403,
  main: notice({
    kind: 'warn',
    title: 'Your role cannot do this.',
    text: `You are signed in as ${visit.role}. This needs ${ACTIONS[name]}: ask a person with that role, or make another sign-in link.`,
  }),
})

function signInAgainPage(visit: Visit, { section }: OperatorAction): ConsolePage {
  const { holder } = visit.request.session
  const command = codeBlock({ id: 'command', label: 'Command', code: linkCommand(holder, visit.role) })
  return {
    kind: 'content',
    title: 'Sign in again',
    section,
    visit,
    status: 403,
    main: html`${notice({
      kind: 'warn',
      title: 'Sign in again.',
      text: 'Nothing was changed. Actions that move money or make keys need a sign-in that is younger than 15 minutes. Run this on the server, open its link, and come back to this page.',
    })}${command}`,
  }
}
