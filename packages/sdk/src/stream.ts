import type { Settings } from './options.js'
import type { OrderEvent } from './order-events.js'

/** Options of an order stream. */
export interface StreamOptions {
  /** Ends the stream in every phase, as an `AbortError`. */
  readonly signal?: AbortSignal | undefined
  /** Reconnects after this long without a byte, milliseconds. Default: 45 s where the server sends comments, else 240 s. */
  readonly idleTimeoutMs?: number | undefined
  /** Connections in a row without anything new before the stream gives up. Default: 10. */
  readonly maxConsecutiveFailures?: number | undefined
}

/** The states of an order, in a `for await` loop. Leaving the loop closes the connection. */
export type OrderStream = AsyncIterableIterator<OrderEvent>

/** Makes the stream of an order. Nothing is loaded or sent before the first state is asked for. */
export function streamOrder(settings: Settings, id: string, options: StreamOptions): OrderStream {
  const caller = new Error() // taken now, since an awaited promise no longer knows who called
  const stop = new AbortController()
  const events = load(settings, id, options, stop, caller)
  return {
    next: () => events.next(),
    // A generator would answer only after its pending read, so the connection is closed first.
    return: () => {
      stop.abort()
      return events.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** @param stop aborted when the loop is left, and by the caller's signal */
async function* load(
  settings: Settings,
  id: string,
  options: StreamOptions,
  stop: AbortController,
  caller: Error,
): AsyncGenerator<OrderEvent, undefined, undefined> {
  const { followOrder } = await import('./follow.js')
  yield* followOrder(settings, id, options, stop, caller)
  return undefined
}
