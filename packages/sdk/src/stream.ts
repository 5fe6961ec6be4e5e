import { deferred } from './deferred.js'
import type { DeliveryEvent } from './delivery-events.js'
import type { Settings } from './options.js'
import type { OrderEvent } from './order-events.js'

/** Options of a stream. */
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

/** Options of a stream of deliveries. */
export interface DeliveryStreamOptions extends StreamOptions {
  /**
   * Goes on behind the message of this id, 24 hours back at most; a time in milliseconds since the epoch begins there.
   * Default: what comes next.
   */
  readonly lastEventId?: string | undefined
}

/** The webhooks of the test environment, in a `for await` loop. Leaving the loop closes the connection. */
export type DeliveryStream = AsyncIterableIterator<DeliveryEvent>

/** The parts that are loaded with the first stream. */
type Late = typeof import('./follow.js')
type Items<Item> = AsyncGenerator<Item, void, undefined>

/** Makes the stream of an order. Nothing is loaded or sent before the first state is asked for. */
export function streamOrder(settings: Settings, id: string, options: StreamOptions): OrderStream {
  return openStream((late, stop, caller) => late.followOrder(settings, id, options, stop, caller))
}

/** @param begin is given what is aborted when the loop is left, and where the stream was asked for */
export function openStream<Item>(
  begin: (late: Late, stop: AbortController, caller: Error) => Items<Item>,
): AsyncIterableIterator<Item> {
  const caller = new Error() // taken now, since an awaited promise no longer knows who called
  const stop = new AbortController()
  const items = deferred(async () => begin(await import('./follow.js'), stop, caller))
  return {
    next: () => items.next(),
    // A generator would answer only after its pending read, so the connection is closed first.
    return: () => {
      stop.abort()
      return items.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
