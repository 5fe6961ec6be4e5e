import type { Attempt, MerchantPayError } from '../errors/base-error.js'
import type { Answer, AttemptOutcome } from './attempt-outcome.js'

/** How a call ended, after all its attempts. */
export type CallOutcome = Done | Failed

/** A call at its end, as its error reports it. */
export interface Ending {
  /** How the last attempt ended. */
  readonly outcome: AttemptOutcome
  readonly attempts: readonly Attempt[]
  /** Whether the server may have processed any attempt. */
  readonly maybeProcessed: boolean
  /** The request id of the answer, else the one sent last. */
  readonly requestId: string
  /**
   * How long to wait before calling again, milliseconds, where the server said so or the wait did not fit the
   * deadline.
   */
  readonly retryAfterMs?: number | undefined
  /** Whether the retry budget was spent. */
  readonly retryBudgetExhausted?: boolean | undefined
}

/** The call succeeded: by its last attempt, or `confirmed` by the refusal of a retry to be done by an earlier one. */
interface Done {
  readonly kind: 'success' | 'confirmed'
  readonly answer: Answer
  readonly attempts: readonly Attempt[]
  /** The body that the caller gets. */
  readonly data: unknown
}

interface Failed extends Ending {
  readonly kind: 'failure'
  readonly error: MerchantPayError
}
