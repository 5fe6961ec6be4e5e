import type { DeliveryId, OrderId, ResentDelivery, SimulateOrder } from '../generated/contract.gen.js'
import type { CallPromise } from '../http/call-promise.js'
import type { RequestOptions } from '../http/request-options.js'
import { send } from '../http/send.js'
import type { Settings } from '../options.js'
import { deliverySource } from '../streams/delivery-events.js'
import { type DeliveryStream, type DeliveryStreamOptions, openStream } from '../streams/stream.js'
import { type Order, withKind } from './order-kind.js'

/** Changes sandbox orders and streams their webhooks; for test keys only. */
export interface TestHelpers {
  /**
   * Simulates an event of a sandbox order: payments of every kind, the end of its payment window, a review, a chain
   * reorganization.
   *
   * @throws UsageError `test_key_required` with a live key, before anything is sent; OutcomeUnknownError when
   * the simulation may have run
   *
   * @example
   * await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
   */
  simulateOrder(id: OrderId, body: SimulateOrder, options?: RequestOptions): CallPromise<Order>

  /**
   * Streams the webhooks of the test environment, for development without a public address: the signed requests that
   * a webhook endpoint would receive, with or without one. The stream reconnects by itself; leaving the loop closes
   * the connection. A message may come again: de-duplicate as with webhooks.
   *
   * @throws UsageError `test_key_required` with a live key, before anything is sent; ApiError when the stream is
   * refused; StreamError when it cannot be resumed; AbortError on abort
   *
   * @example
   * await mp.testHelpers.simulateOrder(order.id, { action: 'expire' })
   * for await (const { delivery } of mp.testHelpers.streamDeliveries({ lastEventId: '0' })) {
   *   console.log(delivery.event_type, delivery.headers['X-Merchant-Signature'])
   *   break
   * }
   */
  streamDeliveries(options?: DeliveryStreamOptions): DeliveryStream

  /**
   * Sends the event of a message from {@link TestHelpers.streamDeliveries} once more, to that stream only: the same bytes
   * under a new delivery id.
   *
   * @param id the `delivery_id` of the message
   *
   * @throws UsageError `test_key_required` with a live key, before anything is sent; OutcomeUnknownError when it may have
   * been sent
   *
   * @example
   * for await (const { delivery } of mp.testHelpers.streamDeliveries({ lastEventId: '0' })) {
   *   await mp.testHelpers.resendDelivery(delivery.delivery_id)
   *   break
   * }
   */
  resendDelivery(id: DeliveryId, options?: RequestOptions): CallPromise<ResentDelivery>
}

/** Makes the resource. */
export function createTestHelpers(settings: Settings): TestHelpers {
  return {
    simulateOrder: (id, body, options) =>
      send(settings, 'simulateOrder', { path: { id }, body }, options, withKind),
    streamDeliveries: (options) => openStream(settings, () => deliverySource(options?.lastEventId), options),
    resendDelivery: (id, options) =>
      send(settings, 'resendTestDelivery', { path: { delivery_id: id } }, options),
  }
}
