import type { Verdict } from './classify.js'
import type { Attempt } from './errors.js'
import type { Exchange } from './exchange.js'

/** How a call ended, after all its attempts. */
export interface Settlement {
  readonly kind: Verdict['kind']
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
  readonly retryBudgetExhausted: boolean
}
