import { withCaller } from '../errors/caller.js'
import { readSignal } from '../http/request-options.js'
import type { Settings } from '../options.js'
import { onAbort } from '../util/abort.js'
import { checkObject } from '../util/checks.js'
import type { DeliveryEvent } from './delivery-events.js'
import { EventStream } from './event-stream.js'
import type { OrderEvent } from './order-events.js'
import type { StreamOptions, StreamSource } from './stream-source.js'

/** The states of an order, in a `for await` loop. Leaving the loop closes the connection. */
export type OrderStream = AsyncIterableIterator<OrderEvent>

/** Options of a stream of deliveries. */
export interface DeliveryStreamOptions extends StreamOptions {
  /**
   * Resumes after the message of this id, at most 24 hours back; a time in Unix milliseconds starts there. Default:
   * only later messages.
   */
  readonly lastEventId?: string | undefined
}

/** The webhooks of the test environment, in a `for await` loop. Leaving the loop closes the connection. */
export type DeliveryStream = AsyncIterableIterator<DeliveryEvent>

/**
 * Makes a stream. Nothing is sent before its first item is asked for. Leaving the loop closes the connection.
 *
 * @param source called with the first item; an error that it throws rejects that item
 */
export function openStream<Item extends object>(
  settings: Settings,
  source: () => StreamSource<Item>,
  options: StreamOptions | undefined,
): AsyncIterableIterator<Item> {
  const caller = new Error() // captured here: the stack of an awaited promise no longer shows the caller
  const stop = new AbortController()
  const items = follow(settings, source, options, stop, caller)
  const leave = items.return.bind(items)
  // A generator answers only after its pending read, so the connection is closed first.
  return Object.assign(items, {
    return: () => {
      stop.abort()
      return leave()
    },
  })
}

async function* follow<Item extends object>(
  settings: Settings,
  source: () => StreamSource<Item>,
  options: StreamOptions | undefined = {},
  stop: AbortController,
  caller: Error,
): AsyncGenerator<Item, void, undefined> {
  let stopListening = () => {}
  try {
    checkObject(options)
    const signal = readSignal(options.signal)
    stopListening = onAbort(signal, () => stop.abort())
    if (signal?.aborted) stop.abort()
    yield* new EventStream(settings, source(), options, stop.signal).events()
  } catch (error) {
    throw withCaller(error, caller)
  } finally {
    stopListening()
  }
}
