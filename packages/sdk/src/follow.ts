// Loaded with the first stream or wait, so that programs without them stay small.
import { onAbort } from './abort.js'
import { OrderFeed } from './feed.js'
import type { Settings } from './options.js'
import type { OrderEvent } from './order-events.js'
import { withCaller } from './send.js'
import type { StreamOptions } from './stream.js'

/**
 * Follows an order until its final status, or until it is stopped.
 *
 * @param stop aborted when the loop is left; the caller's signal aborts it too
 * @param caller where the stream was asked for
 */
export async function* followOrder(
  settings: Settings,
  id: string,
  options: StreamOptions,
  stop: AbortController,
  caller: Error,
): AsyncGenerator<OrderEvent, void, undefined> {
  const { signal } = options
  const stopListening = onAbort(signal, () => stop.abort())
  if (signal?.aborted) stop.abort()
  try {
    yield* new OrderFeed(settings, id, options, stop.signal).events()
  } catch (error) {
    throw withCaller(error, caller)
  } finally {
    stopListening()
  }
}
