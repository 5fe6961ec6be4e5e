import type { Context } from '../../domain/context.js'
import type { Mandate } from '../../domain/shared/audit-entry.js'
import type { Usdt } from '../../domain/shared/money.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Html } from '../../runtime/html.js'
import type { Content } from '../../ui/attributes.js'
import type { IconName } from '../../ui/icons.js'
import type { ConsolePage, Section } from '../page.js'
import type { Visit } from '../visit.js'
import type { Action } from './roles.js'

/** The question before an action is done. */
export interface Question {
  /** The visit in the environment of the object. */
  readonly visit: Visit
  /** Names the amount and the thing: `Approve 2,400.00 USDT?` */
  readonly title: string
  readonly text: Content
  /** Besides the reason. */
  readonly fields?: readonly Html[]
  /** Facts that the operator has seen, such as a version. */
  readonly hidden?: Readonly<Record<string, string>>
  readonly submit: { readonly text: string; readonly icon?: IconName; readonly isDangerous?: boolean }
  /** Path and query of the page to return to. */
  readonly back: string
  /** The operator types this amount, if it is large. */
  readonly amount?: Usdt
}

/** An action of operators: a question, and what the answer does in one transaction. */
export interface OperatorAction {
  readonly name: Action
  readonly section: Section
  /** Path of its form; parts that begin with a colon are variable. */
  readonly path: string
  ask(tx: Tx, visit: Visit): Promise<Question>
  /** @throws OperatorError or a DomainError with the reason why it is refused */
  run(tx: Tx, context: Context, visit: Visit, mandate: Mandate): Promise<Outcome>
}

/** Shows the outcome on another page, or a page that is shown once, for secrets. */
export type Outcome = { readonly to: string; readonly done: DoneMessage } | { readonly page: ConsolePage }

/** Messages about what was done, at the top of the next page. Its address has the key alone. */
export const DONE = {
  approved: 'The withdrawal is approved. It is signed next.',
  'withdrawal-rejected': 'The withdrawal is rejected. Its amount and fee are back on the balance.',
  cleared: 'The review is ended in favour of the merchant.',
  'order-rejected': 'The order is rejected. Its money stays with the operator.',
  refunded: 'The refund is created. It goes out like every withdrawal.',
  resent: 'The delivery is sent again, as a new one.',
  'resent-failed': 'The failed deliveries are sent again, as new ones.',
  attributed: 'The transfer is attributed.',
  'destination-removed': 'The address is off the list. Earlier withdrawals to it do not change.',
  suspended: 'The merchant is suspended.',
  tier: 'The tier is changed. Orders that exist keep their fee.',
  revoked: 'The key is revoked.',
  resumed: 'The signer is resumed.',
  activated: 'The merchant is active. It had a live webhook secret already.',
} as const
export type DoneMessage = keyof typeof DONE

export const doneMessageOf = (key: string | undefined): string | undefined =>
  key !== undefined && Object.hasOwn(DONE, key) ? DONE[key as DoneMessage] : undefined // one of its own keys
