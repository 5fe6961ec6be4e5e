// biome-ignore-all lint/complexity/noThisInStatic: it is the class itself, or the one on the right of instanceof

import type { ErrorCode } from '../generated/operations.gen.js'
import { isMarked, mark } from '../util/brand.js'
import type { Open } from '../util/types.js'

/** One attempt of a call. */
export interface Attempt {
  /** HTTP status of the answer, undefined when there was none. */
  status?: number | undefined
  /** Short code of the failure, undefined when there was an answer. */
  error?: string | undefined
  /** When it was sent, Unix milliseconds of the local clock. */
  startedAt: number
  /** How long it took, milliseconds. */
  ms: number
  /** How long the call waited before it, milliseconds. */
  waitedMs: number
}

/**
 * The known effect of a call: `not_processed` when every attempt was refused or never left, `unknown` otherwise.
 */
export type Outcome = 'not_processed' | 'unknown'

/** The fields of every error. */
export interface ErrorDetails {
  code: Open<ErrorCode>
  outcome: Outcome
  operationId?: string | undefined
  requestId?: string | undefined
  attempts?: readonly Attempt[] | undefined
  idempotencyKey?: string | undefined
  retryBudgetExhausted?: boolean | undefined
  cause?: unknown
}

/**
 * Base of every error of this package. `instanceof` works across module formats and copies.
 *
 * @example
 * try {
 *   await mp.orders.get(id)
 * } catch (error) {
 *   if (error instanceof MerchantPayError) console.error(error.code, error.requestId)
 * }
 */
export class MerchantPayError<Details extends ErrorDetails = ErrorDetails> extends Error {
  static {
    mark(this, 'MerchantPayError')
  }

  /** The server's message in snake_case, or a code of this package. */
  declare readonly code: Open<ErrorCode>
  /** Whether the call may have had an effect. */
  declare readonly outcome: Outcome
  /** The operation of the contract; undefined outside a call. */
  declare readonly operationId: string | undefined
  /** The request id of the answer, else the one that was sent. */
  declare readonly requestId: string | undefined
  /** Every attempt of the call, in order. */
  declare readonly attempts: readonly Attempt[]
  /** The key the call carried; calling again with it is safe for 24 hours. */
  declare readonly idempotencyKey: string | undefined
  /** Whether the call was not retried because the retry budget of the last minute was spent. */
  declare readonly retryBudgetExhausted: boolean | undefined

  /** Assigns all details as fields, which are therefore declared only, here and in every subclass. */
  constructor(message: string, details: Details) {
    const { cause: _, attempts = [], ...fields } = details
    super(message, details)
    Object.assign(this, fields, { attempts })
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(this, value) ?? super[Symbol.hasInstance](value)
  }

  /** The fields of the error without its cause and stack, fit for a log line. */
  toJSON(): Record<string, unknown> {
    const { name, message, ...fields }: object & { name: string; message: string } = this
    return { name, message, ...fields }
  }
}

/** The call or the options cannot work, and nothing was sent; the message suggests a fix. */
export class UsageError extends MerchantPayError {
  static {
    mark(this, 'UsageError')
  }

  constructor(code: string, message: string, details: Partial<ErrorDetails> = {}) {
    super(message, { outcome: 'not_processed', ...details, code })
  }
}
