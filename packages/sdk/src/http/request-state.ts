import type { Permit } from '../rate-limit/rate-limiter.js'
import type { Answer } from './attempt-outcome.js'

/** One request while it is under way. */
export interface RequestState {
  readonly requestId: string
  /** Aborts the request. */
  readonly controller: AbortController
  /** When the call's time is over, milliseconds of the monotonic clock. */
  readonly endAt: number
  /** When the request may no longer be sent, Unix milliseconds. */
  readonly staleAt: number | undefined
  /** Gives the request up after a time, milliseconds. */
  readonly limit: (ms: number) => void
  /** The part that may fail next. Before the request is `sent`, only code of the caller can. */
  stage: 'limiter' | 'signer' | 'fetch' | 'sent'
  /** When its turn came, milliseconds of the monotonic clock. */
  begunAt?: number
  /** The right to send it, once the limiter was asked. */
  permit?: Promise<Permit | undefined>
  /** The wait for its turn, milliseconds, where the call has no time for it. */
  tooLongMs?: number
  /** The answer whose head arrived. */
  answer?: Answer
}
