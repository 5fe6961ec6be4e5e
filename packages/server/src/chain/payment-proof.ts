import type { Fate } from '../domain/chains.js'
import { type EventLog, readEvent, type TokenRules } from './token-events.js'

/** A payment as it was signed; addresses as 20 bytes in lower-case hex. */
export interface SignedPayment {
  readonly from: string
  readonly to: string
  /** Units of 1e-6. */
  readonly value: bigint
}

/** What a transaction in a block did of what it was signed for. */
export type PaymentOutcome = 'paid' | 'nothing' | 'otherwise'

/**
 * Success alone proves nothing: the token must say that exactly this was moved, and nothing else of the wallet's.
 *
 * @param logs those of the transaction
 */
export function outcomeOf(
  payment: SignedPayment,
  logs: readonly EventLog[],
  rules: TokenRules,
): PaymentOutcome {
  const moved = logs.flatMap((log) => {
    const event = log.emitter === rules.token && !log.isFailed ? readEvent(log, rules) : undefined
    return event?.kind === 'transfer' && event.from === payment.from && event.value > 0n ? [event] : []
  })
  const [only] = moved
  if (only === undefined) return 'nothing'
  const isRight = moved.length === 1 && only.to === payment.to && only.value === payment.value
  return isRight ? 'paid' : 'otherwise'
}

/** @param confirmations as many as it needs */
export function fateOf(outcome: PaymentOutcome, confirmations: number): Fate {
  if (outcome === 'paid') return { kind: 'completed', confirmations }
  if (outcome === 'nothing') return { kind: 'reverted', confirmations }
  return {
    kind: 'contradicted',
    why: 'its transaction moved something else than its amount to its destination',
  }
}
