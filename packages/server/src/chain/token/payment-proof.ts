import type { Fate } from '../../domain/chain/sender.js'
import { formatUsdt, MAX_USDT, type Usdt } from '../../domain/shared/money.js'
import { usdtOfUnits } from '../../domain/shared/token-units.js'
import { type EventLog, readEvent, type TokenRules } from './token-events.js'

/** A payment as it was signed; addresses as 20 bytes in lower-case hex. */
export interface SignedPayment {
  readonly from: string
  readonly to: string
  /** Units of the token. */
  readonly value: bigint
}

/** The effect of a mined transaction compared with the payment that it was signed for. */
export type PaymentOutcome =
  | { readonly kind: 'paid' }
  | { readonly kind: 'nothing' }
  /** The amount that left the wallet, and the part that reached the destination; null if it is more than the maximum. */
  | { readonly kind: 'otherwise'; readonly moved: Usdt | null; readonly arrived: Usdt | null }

/**
 * Decides the outcome by the token's events: they must show exactly this transfer, and no other from the wallet.
 * Success alone proves nothing, and neither does a missing event prove that nothing moved: a deprecated token forwards
 * to another one, whose events are not read.
 */
export function outcomeOf(
  payment: SignedPayment,
  { hasSucceeded, logs }: { hasSucceeded: boolean; logs: readonly EventLog[] },
  rules: TokenRules,
): PaymentOutcome {
  if (!hasSucceeded) return { kind: 'nothing' }
  const moved = logs.flatMap((log) => {
    const event = log.emitter === rules.token && !log.isFailed ? readEvent(log, rules) : undefined
    return event?.kind === 'transfer' && event.from === payment.from && event.value > 0n ? [event] : []
  })
  const [only] = moved
  const isRight = moved.length === 1 && only?.to === payment.to && only.value === payment.value
  if (isRight) return { kind: 'paid' }
  const arrived = moved.filter(({ to }) => to === payment.to)
  return { kind: 'otherwise', moved: sumOf(moved, rules), arrived: sumOf(arrived, rules) }
}

function sumOf(events: readonly { value: bigint }[], { decimals }: TokenRules): Usdt | null {
  const sum = events.reduce((total, { value }) => total + value, 0n)
  const amount = usdtOfUnits(sum, decimals)
  return amount > MAX_USDT ? null : amount
}

/** Whether two nodes report the same outcome. */
export const isSameOutcome = (one: PaymentOutcome, other: PaymentOutcome): boolean =>
  one.kind === 'otherwise' && other.kind === 'otherwise'
    ? one.moved === other.moved && one.arrived === other.arrived
    : one.kind === other.kind

/** @param confirmations at least as many as required */
export function fateOf(outcome: PaymentOutcome, confirmations: number): Fate {
  if (outcome.kind === 'paid') return { kind: 'completed', confirmations }
  if (outcome.kind === 'nothing') return { kind: 'reverted', confirmations }
  const { moved, arrived } = outcome
  const show = (amount: Usdt | null) => (amount === null ? 'more than the maximum' : formatUsdt(amount))
  const why = `its transaction moved ${show(moved)} USDT, and ${show(arrived)} of it to its destination`
  return { kind: 'contradicted', confirmations, moved, why }
}
