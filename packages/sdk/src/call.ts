import type { Limits } from './limits.js'
import type { Operation } from './operation.js'

/** One logical call: everything that stays the same over its attempts. */
export interface Call extends Limits {
  readonly operationId: string
  readonly operation: Operation
  /** Path with its query, as signed and sent. */
  readonly target: string
  /** The bytes that are sent, fixed before the first wait. */
  readonly body: Uint8Array<ArrayBuffer> | undefined
  /** Headers without the signature and the request id. */
  readonly headers: Readonly<Record<string, string>>
  readonly idempotencyKey: string | undefined
  /** The caller's request id, sent with every attempt. */
  readonly requestId: string | undefined
  /** Names the call where the caller gave no request id; attempts append their number. */
  readonly uuid: string
  readonly signal: AbortSignal | undefined
}

/** The request id of one attempt. */
export function requestIdOf(call: Call, attempt: number): string {
  return call.requestId ?? `${call.uuid}-${attempt}`
}
