import { withCaller } from '../errors/caller.js'
import { prepare } from '../http/prepare.js'
import { send } from '../http/send.js'
import type { Settings } from '../options.js'
import { type RetrievedOrder, withKind } from '../resources/order-kind.js'
import { shared } from '../util/shared.js'
import { EventStream } from './event-stream.js'
import { orderSource } from './order-events.js'
import { PaymentWait, type WaitOptions, type WaitPorts } from './payment-wait.js'
import { type OrderSource, Poller } from './poller.js'

/**
 * Waits until an order is paid.
 *
 * @throws UsageError for an option that cannot work, before anything is sent; WaitError; ApiError when the order is
 * refused; AbortError
 */
export async function waitForPaid(
  settings: Settings,
  id: string,
  options: WaitOptions | undefined = {},
): Promise<RetrievedOrder> {
  const caller = new Error() // captured here: the stack of an awaited promise no longer shows the caller
  try {
    prepare(settings, 'getOrder', { path: { id } }, options) // throws now for options that every poll would throw for
    return await new PaymentWait(portsOf(settings), id, options).paid()
  } catch (error) {
    throw withCaller(error, caller)
  }
}

const known = new WeakMap<Settings, WaitPorts>()

/** All waits of a client share their ports, so that they share watches and the poller's turns. */
function portsOf(settings: Settings): WaitPorts {
  const ports = known.get(settings) ?? createPorts(settings)
  known.set(settings, ports)
  return ports
}

function createPorts(settings: Settings): WaitPorts {
  const { clock, origin, prefix, signer } = settings
  const once = { maxRetries: 0 }
  const priority = 'background'
  const source: OrderSource = {
    list: (offset, signal) => {
      const query = { limit: 100, offset: offset || undefined }
      return send(settings, 'listOrders', { query, priority }, { ...once, signal })
    },
    get: (id, signal) =>
      send(settings, 'getOrder', { path: { id }, priority }, { ...once, signal }, withKind),
  }
  return {
    clock,
    source,
    watches: new Map(),
    poller: () => shared(clock, `poller ${origin}${prefix} ${signer?.keyId}`, () => new Poller(clock)),
    follow: (id, signal, listener) => {
      const options = { maxConsecutiveFailures: Infinity }
      return new EventStream(settings, orderSource(id), options, signal, listener).events()
    },
    retrieve: (id, signal, deadlineMs) =>
      send(settings, 'getOrder', { path: { id } }, { signal, deadlineMs }, withKind),
  }
}
