import { deferred } from './deferred.js'
import type { DeliveryEvent } from './delivery-events.js'
import { loadFeature } from './load-feature.js'
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

/** Waits for the parts that follow. @param caller where they were needed */
export const loadFollow = (caller: Error): Promise<Late> => loadFeature(import('./follow.js'), caller)

/**
 * Makes a stream. Nothing is loaded or sent before its first item is asked for.
 *
 * @param begin is given what is aborted when the loop is left, and where the stream was asked for
 */
export function openStream<Item>(
  begin: (late: Late, stop: AbortController, caller: Error) => Items<Item>,
): AsyncIterableIterator<Item> {
  const caller = new Error() // taken now, since an awaited promise no longer knows who called
  const stop = new AbortController()
  const items = deferred(async () => begin(await loadFollow(caller), stop, caller))
  const leave = items.return.bind(items)
  // A generator answers only after its pending read, so the connection is closed first.
  return Object.assign(items, {
    return: () => {
      stop.abort()
      return leave()
    },
  })
}
