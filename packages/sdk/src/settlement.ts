import type { Attempt, MerchantPayError } from './errors.js'
import type { Answer, Exchange } from './exchange.js'

/** How a call ended, after all its attempts. */
export type Settlement = Done | Failed

/** What is known of a call at its end. */
export interface Ending {
  /** The attempt that decided. */
  readonly exchange: Exchange
  readonly attempts: readonly Attempt[]
  /** Whether any attempt may have been processed. */
  readonly maybeProcessed: boolean
  /** The request id of the answer, else the one sent last. */
  readonly requestId: string
  /** How long to wait before calling again, milliseconds, where the server said so or a wait was given up. */
  readonly retryAfterMs?: number | undefined
  /** Whether another attempt was left out because the client had begun too many. */
  readonly retryBudgetExhausted?: boolean | undefined
}

/** It is done: by the last attempt, or by an earlier one, as the refusal of a repeat tells. */
interface Done {
  readonly kind: 'success' | 'settled'
  readonly exchange: Answer
  readonly attempts: readonly Attempt[]
  /** What the caller gets. */
  readonly data: unknown
}

interface Failed extends Ending {
  readonly kind: 'failure'
  readonly error: MerchantPayError
}
