import type { Operation } from './operation.js'

/** How one attempt ended. */
export type AttemptOutcome = Answer | TransportFailure

/** An answer whose head arrived. */
export interface Answer {
  readonly status: number
  readonly code?: undefined
  readonly sent?: undefined
  /** Whether the status is one of success. */
  readonly ok: boolean
  readonly headers: Headers
  /** When the request was sent, Unix milliseconds of the local clock. */
  readonly sentAt: number
  /** When the head arrived, Unix milliseconds of the local clock. */
  readonly headAt: number
  /** How far ahead the server's clock was taken to be when the request was signed, milliseconds. */
  readonly offsetMs: number
  /** The body as text; empty until it was read to its end. */
  text: string
  /** The parsed body; undefined when it could not be read or is not JSON. */
  json?: unknown
  /** The body still to be read, for an event stream that opened. */
  stream?: OpenStream | undefined
}

/** An open event stream. */
export interface OpenStream {
  /** Undefined, or no web stream, where the caller's `fetch` has none. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | undefined
  /** Closes the connection. */
  close(): void
}

/** An attempt without an answer. */
export interface TransportFailure {
  readonly status?: undefined
  readonly ok?: undefined
  readonly headers?: undefined
  readonly stream?: undefined
  readonly reason: 'connection' | 'timeout' | 'abort' | 'usage'
  /** `no` when the request certainly never reached the server. */
  readonly sent: 'no' | 'maybe'
  /** The step that the attempt was waiting for. */
  readonly phase: Phase
  /** Short code of the cause, for example `ECONNRESET`. */
  readonly code: string
  readonly cause?: unknown
  /** Whether another attempt could end differently; a refused certificate stays refused. */
  readonly mayPass?: boolean | undefined
  /** The wait that there was no time for, milliseconds. */
  readonly retryAfterMs?: number | undefined
}

/**
 * A step that an attempt waits for: its turn under the rate limit, the end of a wait between attempts, the head of
 * the answer, its body.
 */
export type Phase = 'queue' | 'backoff' | 'request' | 'body'

/** A success is a JSON object, or an array where the contract says so; a stream is judged by its events. */
export function isSuccess({ stream, array = false }: Operation, outcome: AttemptOutcome): outcome is Answer {
  if (!outcome.ok) return false
  const { json } = outcome
  if (stream) return outcome.stream !== undefined
  return Object(json) === json && Array.isArray(json) === array
}
