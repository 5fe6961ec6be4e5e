import { UsageError } from '../errors/base-error.js'
import type { LimitOptions } from '../options.js'
import { check } from '../util/checks.js'
import { memberOf } from '../util/lookup.js'
import type { HeaderValues } from './headers.js'

/** Options of one call; the last argument of every method. */
export interface RequestOptions extends LimitOptions {
  /** Ends the call in every phase, as an `AbortError`. */
  readonly signal?: AbortSignal | undefined
  /** Sent as `X-Request-Id`: 1 to 128 printable characters. Default: a new one for each attempt. */
  readonly requestId?: string | undefined
  /** Headers of this call, over those of the client. */
  readonly headers?: HeaderValues | undefined
}

/** Options of a call that can carry an idempotency key. */
export interface KeyedRequestOptions extends RequestOptions {
  /** Makes a repeat harmless for 24 hours: 1 to 255 printable ASCII characters. Default: a new one. */
  readonly idempotencyKey?: string | undefined
}

/** Options of a registration. */
export interface RegisterOptions extends RequestOptions {
  /** The operator's token, where registration asks for one. */
  readonly registrationToken?: string | undefined
}

/** The options of all methods; each method's type accepts some of them. */
export type CallOptions = KeyedRequestOptions & RegisterOptions

const KEY = /^[\x20-\x7e]{1,255}$/
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/

/**
 * Finds the key of a keyed call: the caller's, or a new one.
 *
 * @throws UsageError for two different keys, or one that the API would refuse
 */
export function readIdempotencyKey(option: string | undefined, field: unknown, inBody: boolean): string {
  const key = option ?? field ?? `mp_${crypto.randomUUID()}`
  if (key !== (field ?? key)) {
    throw new UsageError('conflicting_options', 'idempotencyKey and body differ')
  }
  const isWhole = inBody || String(key).trim() === key // a header loses its outer spaces on the way
  if (typeof key === 'string' && KEY.test(key) && isWhole) return key
  throw new UsageError(
    'invalid_idempotency_key',
    'idempotencyKey must be 1 to 255 printable ASCII characters',
  )
}

/** @throws UsageError for a value that is not a signal, such as its controller */
export function readSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  check('signal', signal === undefined || memberOf(signal, 'aborted') !== undefined, 'an AbortSignal')
  return signal
}

/** @throws UsageError for a request id that does not fit a header */
export function readRequestId(requestId: string | undefined): string | undefined {
  const isRight = requestId === undefined || REQUEST_ID.test(requestId)
  check('requestId', isRight, '1 to 128 printable ASCII characters')
  return requestId
}
