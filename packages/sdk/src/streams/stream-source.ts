import type { OperationId } from '../generated/operations.gen.js'
import type { ServerSentEvent } from '../sse.js'

/** Options of a stream. */
export interface StreamOptions {
  /** Ends the stream in every phase, as an `AbortError`. */
  readonly signal?: AbortSignal | undefined
  /**
   * Reconnects after this long without a byte, milliseconds. Default: 45 s where the server sends comments, else 240
   * s.
   */
  readonly idleTimeoutMs?: number | undefined
  /** Connections in a row without anything new before the stream gives up. Default: 10. */
  readonly maxConsecutiveFailures?: number | undefined
}

/** Is told when a connection delivers bytes and when it is lost. */
export interface ConnectionListener {
  /** Bytes have arrived on a connection that brings events. @param hasComments whether comments come between them */
  heard(hasComments: boolean): void
  /** The connection is lost; another one is tried after a wait. */
  lost(): void
}

/** Turns events into the items that a caller gets, and knows where to resume. */
export interface EventReader<Item> {
  /** The id to resume after; undefined where there is none that a request may carry. */
  readonly lastId: string | undefined
  /** A connection was opened. @param date the server's time, Unix milliseconds; NaN where it is not known */
  open(date: number): void
  /** The connection was lost. */
  lose(): void
  /** Reads the next event. */
  read(event: ServerSentEvent): Item | 'repeated' | 'unreadable'
  /** Whether the stream ends with this item. */
  isLast(item: Item): boolean
}

/** The request of a stream, and the reader of its events. */
export interface StreamSource<Item> {
  readonly operationId: OperationId
  readonly path?: Readonly<Record<string, string>> | undefined
  readonly reader: EventReader<Item>
}
