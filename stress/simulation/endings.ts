import { BANNED, type MinedTransfer } from './networks/network.js'
import type { Verdict } from './operator.js'
import type { SoldOrder } from './shop.js'

/** 1 %, of a newly registered merchant. */
const FEE_DIVISOR = 100n

/** How an order must end. */
export interface Ending {
  readonly status: string
  /** 1e-6 USDT. */
  readonly received: bigint
  readonly credited: bigint
  /** Events that must arrive. */
  readonly events: readonly string[]
  /** Further events that may arrive. */
  readonly possible?: readonly string[]
  /** Whether the operator has decided against it. */
  readonly isRejected?: boolean
}

/** Returns what is credited of an amount. */
export const afterFee = (amount: bigint): bigint => amount - amount / FEE_DIVISOR

/** Computes the end of an order from its payments and the verdict of the operator. */
export function endingOf(
  order: Pick<SoldOrder, 'amount' | 'expireAt'>,
  paid: readonly MinedTransfer[],
  verdict: Verdict | undefined,
): Ending {
  const sum = (transfers: typeof paid) => transfers.reduce((total, { value }) => total + value, 0n)
  const inTime = sum(paid.filter(({ time }) => time * 1_000 < order.expireAt))
  const received = sum(paid)
  const isFlagged = paid.some(({ from }) => from === BANNED.account)
  const isFrozen = verdict !== undefined || isFlagged
  const frozen = isFrozen ? ['payment.frozen'] : []
  const { status, events } = unfrozenEnding(order.amount, inTime, received)
  if (isFrozen && verdict !== 'for the merchant')
    return {
      ...{ status: 'FROZEN', received, credited: 0n, events: frozen, isRejected: verdict !== undefined },
      // A fork takes a payment back after the order has ended.
      possible: isFlagged ? [] : events,
    }
  return { status, received, credited: afterFee(received), events: [...frozen, ...events] }
}

/** Computes the end of an order that is paid in the client app. */
export function appEndingOf(amount: bigint, isSettled: boolean): Ending {
  return isSettled
    ? { status: 'PAID', received: amount, credited: afterFee(amount), events: ['payment.confirmed'] }
    : { status: 'EXPIRED', received: 0n, credited: 0n, events: ['payment.expired'] }
}

/** Returns the least that pays an order: 1 % less is tolerated. */
const leastOf = (amount: bigint): bigint => (amount * 99n + 99n) / 100n

function unfrozenEnding(
  amount: bigint,
  inTime: bigint,
  received: bigint,
): { status: string; events: string[] } {
  if (inTime >= leastOf(amount)) return { status: 'PAID', events: ['payment.confirmed'] }
  const first = inTime > 0n ? 'payment.underpaid' : 'payment.expired'
  if (received >= leastOf(amount)) return { status: 'EXPIRED_PAID', events: [first, 'payment.confirmed'] }
  if (received > 0n) return { status: 'UNDERPAID', events: [...new Set([first, 'payment.underpaid'])] }
  return { status: 'EXPIRED', events: ['payment.expired'] }
}
