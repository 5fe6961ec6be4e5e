/** The fields of every event. */
interface Named {
  /** The operation of the contract. */
  readonly operationId: string
  /** The request id that was sent. */
  readonly requestId: string
}

/** An attempt has ended, with a `status` if it was answered and an `error` otherwise. */
export interface AttemptEvent extends Named {
  readonly type: 'attempt'
  /** 1 for the first attempt. */
  readonly attempt: number
  readonly status: number | undefined
  /** Short code of the failure. */
  readonly error: string | undefined
  /** How long it took, milliseconds. */
  readonly ms: number
}

/** A wait begins: before another attempt (`retry`), before a stream reconnects, or for the rate limit (`wait`). */
export interface WaitEvent extends Named {
  readonly type: 'retry' | 'reconnect' | 'wait'
  /** The least time of the wait, milliseconds. */
  readonly waitMs: number
}

/** The server's clock differs; later requests are signed with the corrected time. */
export interface ClockEvent extends Named {
  readonly type: 'clock'
  /** How far ahead the server is, milliseconds. */
  readonly offsetMs: number
}

/** The server announced in `Deprecation` or `Sunset` that it will remove the operation. */
export interface DeprecationEvent extends Named {
  readonly type: 'deprecation'
  readonly deprecation: string | undefined
  readonly sunset: string | undefined
}

/** An event of a client, for metrics and traces. It holds no secret and no body. */
export type ClientEvent = AttemptEvent | WaitEvent | ClockEvent | DeprecationEvent
