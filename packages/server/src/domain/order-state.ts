import type { SentEvent } from './events.js'
import type { Usdt } from './money.js'

export type OrderStatus =
  | 'PENDING'
  | 'OPEN'
  | 'PENDING_CONFIRM'
  | 'CONFIRMING'
  | 'PAID'
  | 'EXPIRED'
  | 'EXPIRED_PAID'
  | 'UNDERPAID'
  | 'FROZEN'

/** What can happen to an order. Amounts of the order already include the fact. */
export type OrderFact =
  /** The payer authorised the amount in the client app. */
  | { kind: 'authorised' }
  | { kind: 'settled' }
  /** A transfer is in a canonical block. `late`: its block time is at or past the end of the window. */
  | { kind: 'transfer_seen'; late: boolean }
  /** A transfer reached the required depth. */
  | { kind: 'transfer_confirmed'; inFlight: boolean; windowOver: boolean }
  | { kind: 'window_over' }

export interface OrderAmounts {
  readonly status: OrderStatus
  /** Sum of the confirmed transfers. */
  readonly confirmed: Usdt
  /** What makes it paid. */
  readonly minDue: Usdt
}

export interface Decision {
  readonly to: OrderStatus
  /** The event that this change owes the merchant. */
  readonly event?: SentEvent
}

/** How an order rests: after these nothing keeps its event stream open. */
export const FINAL_STATUSES: ReadonlySet<OrderStatus> = new Set([
  'PAID',
  'EXPIRED',
  'UNDERPAID',
  'FROZEN',
  'EXPIRED_PAID',
])

/**
 * The transition table: what a fact makes of an order.
 *
 * @returns undefined for every pair of status and fact that the table does not have
 * @see openapi/DECISIONS.md «Orders»
 */
export function decide(order: OrderAmounts, fact: OrderFact): Decision | undefined {
  switch (fact.kind) {
    case 'authorised':
      return order.status === 'OPEN' ? { to: 'PENDING_CONFIRM' } : undefined
    case 'settled':
      return order.status === 'PENDING_CONFIRM' ? { to: 'PAID', event: 'payment.confirmed' } : undefined
    case 'transfer_seen':
      return whenSeen(order.status, fact.late)
    case 'transfer_confirmed':
      return whenConfirmed(order, fact)
    case 'window_over':
      return whenWindowOver(order)
  }
}

function whenSeen(status: OrderStatus, late: boolean): Decision | undefined {
  switch (status) {
    case 'OPEN':
      // A late transfer waits for its depth without holding the order open.
      return late ? undefined : { to: 'CONFIRMING' }
    case 'CONFIRMING':
    case 'PAID':
    case 'EXPIRED':
    case 'UNDERPAID':
    case 'EXPIRED_PAID':
      return { to: status }
    default:
      return undefined
  }
}

function whenConfirmed(
  order: OrderAmounts,
  fact: { inFlight: boolean; windowOver: boolean },
): Decision | undefined {
  const isPaid = order.confirmed >= order.minDue
  switch (order.status) {
    case 'CONFIRMING':
      if (isPaid) return { to: 'PAID', event: 'payment.confirmed' }
      if (fact.inFlight) return { to: 'CONFIRMING' }
      return fact.windowOver ? { to: 'UNDERPAID', event: 'payment.underpaid' } : { to: 'OPEN' }
    case 'EXPIRED':
      return isPaid
        ? { to: 'EXPIRED_PAID', event: 'payment.confirmed' }
        : { to: 'UNDERPAID', event: 'payment.underpaid' }
    case 'UNDERPAID':
      return isPaid ? { to: 'EXPIRED_PAID', event: 'payment.confirmed' } : { to: 'UNDERPAID' }
    case 'PAID':
    case 'EXPIRED_PAID':
      return { to: order.status }
    default:
      return undefined
  }
}

function whenWindowOver(order: OrderAmounts): Decision | undefined {
  if (order.status !== 'OPEN') return undefined
  return order.confirmed === 0n
    ? { to: 'EXPIRED', event: 'payment.expired' }
    : { to: 'UNDERPAID', event: 'payment.underpaid' }
}
