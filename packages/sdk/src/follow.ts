// Loaded with the first stream or wait, so that programs without them stay small.
import { onAbort } from './abort.js'
import { checkObject } from './checks.js'
import { type DeliveryEvent, DeliveryReader } from './delivery-events.js'
import { Feed, type FeedSource } from './feed.js'
import type { RetrievedOrder } from './generated/contract.gen.js'
import type { Settings } from './options.js'
import { type OrderEvent, OrderReader } from './order-events.js'
import { type OrderSource, Poller } from './poller.js'
import { prepare } from './prepare.js'
import { readSignal } from './request-options.js'
import { send, withCaller } from './send.js'
import { shared } from './shared.js'
import type { DeliveryStreamOptions, StreamOptions } from './stream.js'
import { PaymentWait, type WaitOptions, type WaitPorts } from './wait.js'

/** What is aborted when the loop is left, and by the caller's signal; where the stream was asked for. */
type Stopping = [stop: AbortController, caller: Error]

/** Follows an order until its final status, or until it is stopped. */
export function followOrder(
  settings: Settings,
  id: string,
  options: StreamOptions | undefined,
  ...stopping: Stopping
): AsyncGenerator<OrderEvent, void, undefined> {
  return follow(settings, () => orderSource(id), options, ...stopping)
}

/** Follows what the test environment tells, until it is stopped. @throws UsageError with a live key */
export function followDeliveries(
  settings: Settings,
  options: DeliveryStreamOptions | undefined,
  ...stopping: Stopping
): AsyncGenerator<DeliveryEvent, void, undefined> {
  const source = (): FeedSource<DeliveryEvent> => ({
    operationId: 'streamTestDeliveries',
    reader: new DeliveryReader(options?.lastEventId),
  })
  return follow(settings, source, options, ...stopping)
}

const orderSource = (id: string): FeedSource<OrderEvent> => ({
  operationId: 'streamOrderEvents',
  path: { id },
  reader: new OrderReader(),
})

async function* follow<Item extends object>(
  settings: Settings,
  source: () => FeedSource<Item>,
  options: StreamOptions | undefined = {},
  ...[stop, caller]: Stopping
): AsyncGenerator<Item, void, undefined> {
  let stopListening = () => {}
  try {
    checkObject(options)
    const signal = readSignal(options.signal)
    stopListening = onAbort(signal, () => stop.abort())
    if (signal?.aborted) stop.abort()
    yield* new Feed(settings, source(), options, stop.signal).events()
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
  options: WaitOptions | undefined = {},
  caller: Error,
): Promise<RetrievedOrder> {
  try {
    prepare(settings, 'getOrder', { path: { id } }, options) // what cannot work is refused now, not asked for again and again
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
      return new Feed(settings, orderSource(id), options, signal, listener).events()
    },
    retrieve: (id, signal, deadlineMs) =>
      send(settings, 'getOrder', { path: { id } }, { signal, deadlineMs }),
  }
}
