/** An answer whose head arrived. */
export interface Answer {
  readonly kind: 'answer'
  readonly status: number
  readonly headers: Headers
  /** The body as received; empty when it was not read to its end. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The parsed body; undefined when it could not be read or is no JSON. */
  readonly json: unknown
  /** The body still to be read, for an event stream that opened. */
  readonly stream?: OpenStream | undefined
}

/** An open event stream. */
export interface OpenStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Closes the connection. */
  close(): void
}

/** An attempt that brought no answer. */
export interface Fault {
  readonly kind: 'fault'
  readonly reason: 'connection' | 'timeout' | 'abort' | 'signer'
  /** `no` when the request certainly never reached the server. */
  readonly sent: 'no' | 'maybe'
  /** What the attempt was waiting for. */
  readonly phase: 'request' | 'body'
  /** Short code of the cause, for example `ECONNRESET`. */
  readonly code: string
  readonly cause: unknown
  /** Whether another attempt could end differently; a refused certificate stays refused. */
  readonly isFinal: boolean
}

/** How one attempt ended. */
export type Exchange = Answer | Fault

/** The caller gave up while nothing was on its way. */
export function abortedBetween(signal: AbortSignal): Fault {
  const { reason: cause } = signal
  return {
    kind: 'fault',
    reason: 'abort',
    sent: 'no',
    phase: 'request',
    code: 'aborted',
    cause,
    isFinal: true,
  }
}
