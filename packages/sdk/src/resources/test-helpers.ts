import type { OrderId, SimulateOrder } from '../generated/contract.gen.js'
import type { CallPromise } from '../http/call-promise.js'
import type { RequestOptions } from '../http/request-options.js'
import { send } from '../http/send.js'
import type { Settings } from '../options.js'
import { deliverySource } from '../streams/delivery-events.js'
import { type DeliveryStream, type DeliveryStreamOptions, openStream } from '../streams/stream.js'
import { type Order, withKind } from './order-kind.js'

/** Acts on sandbox orders and listens to their webhooks; for test keys. */
export interface TestHelpers {
  /**
   * Brings about what can happen to a sandbox order: payments of every kind, the end of its window, a review,
   * a reorganisation of the chain.
   *
   * @throws UsageError `test_key_required` with a live key, before anything is sent; OutcomeUnknownError
   * when it may have been done
   *
   * @example
   * await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
   */
  simulateOrder(id: OrderId, body: SimulateOrder, options?: RequestOptions): CallPromise<Order>

  /**
   * Everything that the test environment tells, for development behind no public address: what a webhook endpoint
   * would get, signed, whether or not there is one. It reconnects by itself and ends when its loop is left. A message
   * may come again: de-duplicate as with webhooks.
   *
   * @throws UsageError `test_key_required` with a live key, before anything is sent; ApiError when the stream is
   * refused, StreamError when it cannot be resumed, AbortError
   *
   * @example
   * await mp.testHelpers.simulateOrder(order.id, { action: 'expire' })
   * for await (const { delivery } of mp.testHelpers.streamDeliveries({ lastEventId: '0' })) {
   *   console.log(delivery.event_type, delivery.headers['X-Merchant-Signature'])
   *   break
   * }
   */
  streamDeliveries(options?: DeliveryStreamOptions): DeliveryStream
}

/** Makes the resource. */
export function createTestHelpers(settings: Settings): TestHelpers {
  return {
    simulateOrder: (id, body, options) =>
      send(settings, 'simulateOrder', { path: { id }, body }, options, withKind),
    streamDeliveries: (options) => openStream(settings, () => deliverySource(options?.lastEventId), options),
  }
}
