import { BANNED, type MinedTransfer } from './networks/network.js'
import type { Verdict } from './operator.js'
import type { SoldOrder } from './sold.js'

/** Possible wherever a fork may have taken a further payment back. */
const OVERPAID = 'payment.overpaid'
/** 1 %, of a newly registered merchant. */
const FEE_DIVISOR = 100n

const ORDER_EVENTS = [OVERPAID, 'payment.confirmed', 'payment.expired', 'payment.underpaid', 'payment.frozen']

/** How an order must end. */
export interface Ending {
  readonly status: string
  /** 1e-6 USDT. */
  readonly received: bigint
  readonly credited: bigint
  /** Transfers to an order that was paid before. */
  readonly overpayments: number
  /** Events that must arrive. */
  readonly events: readonly string[]
  /** Further events that may arrive. */
  readonly possible?: readonly string[]
  /** Whether the operator has decided against it. */
  readonly isRejected?: boolean
}

/** Returns what is credited of an amount. */
export const afterFee = (amount: bigint): bigint => amount - amount / FEE_DIVISOR

type Window = Pick<SoldOrder, 'amount' | 'expireAt'>

/** Computes the end of an order from its payments and the verdict of the operator. */
export function endingOf(
  order: Window,
  paid: readonly MinedTransfer[],
  verdict: Verdict | undefined,
): Ending {
  const received = sumOf(paid)
  const isFlagged = paid.some(isBanned)
  const isFrozen = verdict !== undefined || isFlagged
  const frozen = isFrozen ? ['payment.frozen'] : []
  const { status, events, possible } = unfrozenEnding(order, paid)
  if (isFrozen && verdict !== 'for the merchant')
    return {
      ...{
        status: 'FROZEN',
        overpayments: 0,
        received,
        credited: 0n,
        events: frozen,
        isRejected: verdict !== undefined,
      },
      // A fork that took a credited payment out has frozen one without a flag, which had told more before.
      possible: isFlagged ? [...eventsBeforeFlag(order, paid), OVERPAID] : ORDER_EVENTS,
    }
  const overpayments = overpaymentsOf(order, paid)
  const all = { status, received, credited: afterFee(received), overpayments }
  // While it was frozen, it ended without an event.
  return isFrozen
    ? { ...all, events: [...frozen, ...events.slice(-1)], possible: [...events, ...possible, OVERPAID] }
    : { ...all, events: [...events, ...(overpayments > 0 ? [OVERPAID] : [])], possible }
}

/**
 * Computes the possible ends of an order, two where the operator attributed transfers in suspense to it: they count as paid in
 * time where its window had not ended, and no payer sees when that was.
 */
export function endingsOf(
  order: Window,
  paid: readonly MinedTransfer[],
  attributed: readonly MinedTransfer[],
  { verdict, wasFrozen }: { readonly verdict: Verdict | undefined; readonly wasFrozen: boolean },
): readonly [Ending, ...Ending[]] {
  const ending = endingOf(order, paid, verdict)
  // An order that was cleared tells its end, and one that a fork froze has told it; a payment may freeze both again.
  if (attributed.length === 0) return [wasFrozen ? { ...ending, possible: ORDER_EVENTS } : ending]
  const endingAt = (time: number): Ending => ({
    ...endingOf(order, [...paid, ...attributed.map((each) => ({ ...each, time }))], verdict),
    ...{ events: [], possible: ORDER_EVENTS },
  })
  return [endingAt(0), endingAt(Number.POSITIVE_INFINITY)]
}

/** Returns the events of an order that may have ended before a banned account paid. */
function eventsBeforeFlag(order: Window, paid: readonly MinedTransfer[]): readonly string[] {
  const isFirst = paid.every(isBanned) && paid.some((each) => isInTime(order, each))
  const plain = paid.filter((each) => !isBanned(each))
  if (isFirst) return []
  const { events, possible } = unfrozenEnding(order, plain)
  return [...events, ...possible]
}

/** Computes the end of an order that is paid in the client app. */
export function appEndingOf(amount: bigint, isSettled: boolean): Ending {
  return isSettled
    ? {
        ...{ status: 'PAID', received: amount, credited: afterFee(amount), overpayments: 0 },
        events: ['payment.confirmed'],
      }
    : { status: 'EXPIRED', received: 0n, credited: 0n, overpayments: 0, events: ['payment.expired'] }
}

/** Counts the transfers after the one that pays an order. */
function overpaymentsOf({ amount }: Window, paid: readonly MinedTransfer[]): number {
  let received = 0n
  let count = 0
  for (const { value } of [...paid].sort((one, other) => one.time - other.time)) {
    if (received >= leastOf(amount) && received + value > amount) count += 1
    received += value
  }
  return count
}

/** Returns the least that pays an order: 1 % less is tolerated. */
const leastOf = (amount: bigint): bigint => (amount * 99n + 99n) / 100n
const sumOf = (paid: readonly MinedTransfer[]): bigint => paid.reduce((total, { value }) => total + value, 0n)
const isBanned = ({ from }: MinedTransfer): boolean => from === BANNED.account
const isInTime = ({ expireAt }: Window, { time }: MinedTransfer): boolean => time * 1_000 < expireAt

interface Unfrozen {
  readonly status: string
  readonly events: readonly string[]
  readonly possible: readonly string[]
}

function unfrozenEnding(order: Window, paid: readonly MinedTransfer[]): Unfrozen {
  const least = leastOf(order.amount)
  const inTime = sumOf(paid.filter((each) => isInTime(order, each)))
  const received = sumOf(paid)
  if (inTime >= least) return { status: 'PAID', events: ['payment.confirmed'], possible: [] }
  const end = inTime > 0n ? 'payment.underpaid' : 'payment.expired'
  if (received >= least) {
    // A first part may be confirmed some blocks before the others.
    const [first] = [...paid].sort((one, other) => one.time - other.time)
    const possible = first && first.value < least ? ['payment.underpaid'] : []
    return { status: 'EXPIRED_PAID', events: [end, 'payment.confirmed'], possible }
  }
  if (received > 0n)
    return { status: 'UNDERPAID', events: [...new Set([end, 'payment.underpaid'])], possible: [] }
  return { status: 'EXPIRED', events: ['payment.expired'], possible: [] }
}
