// Loaded with the first stream or wait, so that programs without them stay small.
import { onAbort } from './abort.js'
import { OrderFeed } from './feed.js'
import type { RetrievedOrder } from './generated/contract.gen.js'
import type { Settings } from './options.js'
import type { OrderEvent } from './order-events.js'
import { type OrderSource, Poller } from './poller.js'
import { prepare } from './prepare.js'
import { send, withCaller } from './send.js'
import { shared } from './shared.js'
import type { StreamOptions } from './stream.js'
import { PaymentWait, type WaitOptions, type WaitPorts } from './wait.js'

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

/**
 * Waits until an order is paid.
 *
 * @param caller where the wait was asked for
 */
export async function waitForPaid(
  settings: Settings,
  id: string,
  options: WaitOptions,
  caller: Error,
): Promise<RetrievedOrder> {
  try {
    prepare(settings, 'getOrder', { path: { id } }, {}) // what cannot work is refused now, not asked for again and again
    return await new PaymentWait(portsOf(settings), id, options).paid()
  } catch (error) {
    throw withCaller(error, caller)
  }
}

const known = new WeakMap<Settings, WaitPorts>()

/** All waits of a client have the same ports, by which the poller knows them. */
function portsOf(settings: Settings): WaitPorts {
  const ports = known.get(settings) ?? createPorts(settings)
  known.set(settings, ports)
  return ports
}

function createPorts(settings: Settings): WaitPorts {
  const { clock, origin, prefix, signer } = settings
  const once = { maxRetries: 0 }
  const lane = 'background'
  const source: OrderSource = {
    list: (offset, signal) => {
      const query = { limit: 100, offset: offset || undefined }
      return send(settings, 'listOrders', { query, lane }, { ...once, signal })
    },
    get: (id, signal) => send(settings, 'getOrder', { path: { id }, lane }, { ...once, signal }),
  }
  return {
    clock,
    source,
    watches: new Map(),
    poller: () => shared(clock, `poller ${origin}${prefix} ${signer?.keyId}`, () => new Poller(clock)),
    follow: (id, signal, listener) => {
      const options = { maxConsecutiveFailures: Infinity }
      return new OrderFeed(settings, id, options, signal, listener).events()
    },
    retrieve: (id, signal, deadlineMs) =>
      send(settings, 'getOrder', { path: { id } }, { signal, deadlineMs }),
  }
}
