import type { Operation } from './operation.js'

/** An answer whose head arrived. */
export interface Answer {
  readonly status: number
  readonly code?: undefined
  readonly sent?: undefined
  /** Whether the status is one of success. */
  readonly ok: boolean
  readonly headers: Headers
  /** When it was sent and when its head arrived, Unix milliseconds of the local clock. */
  readonly sentAt: number
  readonly headAt: number
  /** How far ahead the server's clock was taken to be when it was signed, milliseconds. */
  readonly offsetMs: number
  /** The body as text; empty until it was read to its end. */
  text: string
  /** The parsed body; undefined when it could not be read or is no JSON. */
  json?: unknown
  /** The body still to be read, for an event stream that opened. */
  stream?: OpenStream | undefined
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
  readonly ok?: undefined
  readonly headers?: undefined
  readonly stream?: undefined
  readonly reason: 'connection' | 'timeout' | 'abort' | 'usage'
  /** `no` when the request certainly never reached the server. */
  readonly sent: 'no' | 'maybe'
  /** What the attempt was waiting for. */
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
 * What an attempt waits for: its turn under the rate limit, the end of a wait between attempts, the head of
 * the answer, its body.
 */
export type Phase = 'queue' | 'backoff' | 'request' | 'body'

/** How one attempt ended. */
export type Exchange = Answer | Fault

/** A success is a JSON object, or an array where the contract says so; a stream is judged by its events. */
export function isSuccess({ stream, array = false }: Operation, exchange: Exchange): exchange is Answer {
  if (!exchange.ok) return false
  const { json } = exchange
  if (stream) return exchange.stream !== undefined
  return Object(json) === json && Array.isArray(json) === array
}
