import type { LedgerTransaction } from '../ledger/ledger-entry.js'
import { ZERO } from '../shared/money.js'
import type { Instant } from '../shared/types.js'
import type { OrderEvent } from '../webhooks/event-types.js'
import { appHold, appSettle, appVoid } from './app-postings.js'
import type { AppOrder, FrozenReason, OnChainOrder, Order, OrderStatus } from './order.js'
import { withAmounts } from './order-amounts.js'
import type { InFlightState, OrderFact } from './order-fact.js'
import { clear, deposit, depositReversal, freeze, reject } from './order-postings.js'

/** The result of {@link decide}. */
export interface Decision<Kind extends Order> {
  /** The changed order, with the next version. */
  readonly order: Kind
  readonly postings: readonly LedgerTransaction[]
  /** The event to send to the merchant. */
  readonly event?: OrderEvent
}

/** Statuses that end an order's event stream. */
export const FINAL_STATUSES: ReadonlySet<OrderStatus> = new Set([
  'PAID',
  'EXPIRED',
  'UNDERPAID',
  'FROZEN',
  'EXPIRED_PAID',
])

/** The only facts that still change a rejected order. */
const APPLIES_WHEN_REJECTED: ReadonlySet<OrderFact['kind']> = new Set([
  'transfer_orphaned',
  'transfer_declined',
])

const isFinal = (status: OrderStatus): boolean => FINAL_STATUSES.has(status)

/**
 * Decides how a fact changes an order, its postings and its event. This is the complete transition table of orders.
 *
 * @returns undefined if the table has no transition for the status and the fact
 * @see openapi/DECISIONS.md "Orders"
 */
export function decide<Kind extends Order>(
  order: Kind,
  fact: OrderFact,
  at: Instant,
): Decision<Kind> | undefined {
  if (order.rejectedAt !== null && !APPLIES_WHEN_REJECTED.has(fact.kind)) return undefined
  const changed = withAmounts(order, fact)
  const step = stepOf(changed, fact)
  if (!step) return undefined
  const next = withStatus(order, changed, step, fact, at)
  const postings = postingsOf(order, next, fact)
  return step.event ? { order: next, postings, event: step.event } : { order: next, postings }
}

/** The error for a fact whose transition must exist. */
export const noTransition = ({ id, status }: Order, { kind }: OrderFact): Error =>
  new Error(`order ${id}: no transition from ${status} on ${kind}`)

interface Step {
  readonly to: OrderStatus
  readonly event?: OrderEvent
  readonly frozenReason?: FrozenReason
}

const PAYMENT: Readonly<Record<'PAID' | 'EXPIRED_PAID' | 'EXPIRED' | 'UNDERPAID', Step>> = {
  PAID: { to: 'PAID', event: 'payment.confirmed' },
  EXPIRED_PAID: { to: 'EXPIRED_PAID', event: 'payment.confirmed' },
  EXPIRED: { to: 'EXPIRED', event: 'payment.expired' },
  UNDERPAID: { to: 'UNDERPAID', event: 'payment.underpaid' },
}
const isPaid = ({ confirmed, minDue }: OnChainOrder): boolean => confirmed >= minDue
/** The step at the end of a window without enough payment. */
const ended = ({ confirmed }: Order): Step => (confirmed === ZERO ? PAYMENT.EXPIRED : PAYMENT.UNDERPAID)

/** The step for a fact; the order's amounts already include the fact. */
const stepOf = (order: Order, fact: OrderFact): Step | undefined =>
  order.kind === 'app' ? appStep(order, fact) : chainStep(order, fact)

function appStep({ status }: AppOrder, fact: OrderFact): Step | undefined {
  switch (fact.kind) {
    case 'authorised':
      return status === 'OPEN' && !fact.windowOver ? { to: 'PENDING_CONFIRM' } : undefined
    case 'settled':
      return status === 'PENDING_CONFIRM' ? PAYMENT.PAID : undefined
    case 'voided':
      if (status !== 'PENDING_CONFIRM') return undefined
      return fact.windowOver ? PAYMENT.EXPIRED : { to: 'OPEN' }
    case 'window_over':
      return status === 'OPEN' ? PAYMENT.EXPIRED : undefined
    default:
      return undefined
  }
}

function chainStep(order: OnChainOrder, fact: OrderFact): Step | undefined {
  switch (fact.kind) {
    case 'transfer_seen':
      return fact.isFlagged ? whenFlagged(order) : whenSeen(order, fact)
    case 'transfer_confirmed':
      return whenConfirmed(order, fact)
    case 'transfer_orphaned':
      return fact.wasConfirmed ? whenTakenBack(order) : whenDropped(order, fact)
    case 'transfer_declined':
      return { to: order.status }
    case 'flagged':
      return whenFlagged(order)
    case 'window_over':
      return order.status === 'OPEN' ? ended(order) : undefined
    case 'cleared':
      return order.status === 'FROZEN' ? whenCleared(order, fact) : undefined
    case 'rejected':
      return order.status === 'FROZEN' ? { to: 'FROZEN' } : undefined
    default:
      return undefined
  }
}

function whenSeen({ status }: OnChainOrder, { isLate }: { isLate: boolean }): Step | undefined {
  // A late transfer neither keeps an order open nor ends its window: the balance check does that.
  if (status === 'OPEN') return { to: isLate ? 'OPEN' : 'CONFIRMING' }
  return isFinal(status) || status === 'CONFIRMING' ? { to: status } : undefined
}

function whenFlagged({ status }: OnChainOrder): Step | undefined {
  if (status === 'FROZEN') return { to: 'FROZEN' }
  const canFreeze = isFinal(status) || status === 'OPEN' || status === 'CONFIRMING'
  return canFreeze ? { to: 'FROZEN', event: 'payment.frozen', frozenReason: 'compliance' } : undefined
}

/** The window has not ended: a balance check ends it, and orders with transfers in flight are not checked. */
const continues = ({ inFlight }: InFlightState): Step => ({ to: inFlight ? 'CONFIRMING' : 'OPEN' })

function whenConfirmed(order: OnChainOrder, inFlightState: InFlightState): Step | undefined {
  switch (order.status) {
    case 'CONFIRMING':
      return isPaid(order) ? PAYMENT.PAID : continues(inFlightState)
    case 'EXPIRED':
      return isPaid(order) ? PAYMENT.EXPIRED_PAID : PAYMENT.UNDERPAID
    case 'UNDERPAID':
      return isPaid(order) ? PAYMENT.EXPIRED_PAID : { to: 'UNDERPAID' }
    case 'PAID':
    case 'EXPIRED_PAID':
      return order.confirmed > order.amount
        ? { to: order.status, event: 'payment.overpaid' }
        : { to: order.status }
    default:
      return isFinal(order.status) ? { to: order.status } : undefined
  }
}

/** An uncredited transfer has left the chain. */
function whenDropped({ status }: OnChainOrder, inFlightState: InFlightState): Step | undefined {
  // A late transfer may be orphaned while the window is open: the branch in which the window had ended is gone as well.
  if (status === 'OPEN' || isFinal(status)) return { to: status }
  return status === 'CONFIRMING' ? continues(inFlightState) : undefined
}

/** A credited transfer has left the chain. */
function whenTakenBack({ status }: OnChainOrder): Step | undefined {
  switch (status) {
    case 'PAID':
    case 'EXPIRED_PAID':
    case 'UNDERPAID':
      return { to: 'FROZEN', event: 'payment.frozen', frozenReason: 'reorg' }
    case 'OPEN':
    case 'CONFIRMING':
    case 'FROZEN':
      return { to: status }
    default:
      return undefined
  }
}

/** A cleared order gets the status that its amounts imply. */
function whenCleared(order: OnChainOrder, fact: OrderFact & { kind: 'cleared' }): Step {
  const hadEnded = order.windowEndedAt !== null
  // While it was frozen, nothing ended its window.
  if (isPaid(order)) return hadEnded || fact.isLate ? PAYMENT.EXPIRED_PAID : PAYMENT.PAID
  return hadEnded ? ended(order) : continues(fact)
}

function withStatus<Kind extends Order>(
  before: Kind,
  changed: Kind,
  step: Step,
  fact: OrderFact,
  at: Instant,
): Kind {
  const { to, frozenReason = null } = step
  const hasEnded = to === 'EXPIRED' || to === 'UNDERPAID' || to === 'EXPIRED_PAID'
  return {
    ...changed,
    status: to,
    frozenReason: to === 'FROZEN' ? (frozenReason ?? before.frozenReason) : null,
    rejectedAt: fact.kind === 'rejected' ? at : before.rejectedAt,
    windowEndedAt: hasEnded ? (before.windowEndedAt ?? at) : before.windowEndedAt,
    paidAt: paidAt(before, to, at),
    updatedAt: at,
    version: before.version + 1,
  }
}

/** `paidAt` is kept during a review and removed if the order turns out to be unpaid. */
function paidAt({ paidAt: earlier }: Order, to: OrderStatus, at: Instant): Instant | null {
  if (to === 'PAID' || to === 'EXPIRED_PAID') return earlier ?? at
  return to === 'FROZEN' ? earlier : null
}

function postingsOf(before: Order, after: Order, fact: OrderFact): LedgerTransaction[] {
  if (before.kind === 'app') return appPostings(before, fact)
  const isFreezing = after.status === 'FROZEN' && before.status !== 'FROZEN'
  const frozen = isFreezing ? freeze(before, after.version, after.credited) : []
  switch (fact.kind) {
    case 'transfer_confirmed':
      return [deposit(before, fact.transfer, fact.isAttributed)]
    case 'transfer_orphaned':
      return fact.wasConfirmed ? [depositReversal(before, fact.transfer, fact.isAttributed), ...frozen] : []
    case 'cleared':
      return clear(before, after.version, before.credited)
    case 'rejected':
      return reject(before, before.credited)
    default:
      return frozen
  }
}

function appPostings(order: AppOrder, fact: OrderFact): LedgerTransaction[] {
  switch (fact.kind) {
    case 'authorised':
      return [appHold(order, fact.payment)]
    case 'settled':
      return [appSettle(order, fact.payment)]
    case 'voided':
      return [appVoid(order, fact.payment)]
    default:
      return []
  }
}
