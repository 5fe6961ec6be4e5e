/** An answer whose head arrived. */
export interface Answer {
  readonly status: number
  /** Whether the status is one of success. */
  readonly ok: boolean
  readonly headers: Headers
  /** The body as text; empty when it was not read to its end. */
  readonly text: string
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
  readonly status?: undefined
  readonly reason: 'connection' | 'timeout' | 'abort' | 'signer'
  /** `no` when the request certainly never reached the server. */
  readonly sent: 'no' | 'maybe'
  /** What the attempt was waiting for. */
  readonly phase: 'request' | 'body'
  /** Short code of the cause, for example `ECONNRESET`. */
  readonly code: string
  readonly cause?: unknown
  /** Whether another attempt could not end differently; a refused certificate stays refused. */
  readonly isFinal?: boolean | undefined
}

/** How one attempt ended. */
export type Exchange = Answer | Fault

/** The caller gave up. */
export function abortFault({ reason: cause }: AbortSignal): Fault {
  return { reason: 'abort', sent: 'no', phase: 'request', code: 'aborted', cause, isFinal: true }
}
