import type { CallPromise } from '../call-promise.js'
import type {
  CreateOrder,
  OnChainOrder,
  OrderDelivery,
  OrderDeliveryList,
  OrderId,
  OrderList,
  OrderSummary,
  RetrievedOrder,
} from '../generated/contract.gen.js'
import type { Settings } from '../options.js'
import { orderSource } from '../order-events.js'
import { iterate, type PageOptions, sendPage, type Walk } from '../pages.js'
import type { KeyedRequestOptions, RequestOptions } from '../request-options.js'
import { send } from '../send.js'
import { type OrderStream, openStream, type StreamOptions } from '../stream.js'
import type { WaitOptions } from '../wait.js'
import { waitForPaid } from '../wait-for-paid.js'

/** Payment orders. */
export interface Orders {
  /**
   * Creates an on-chain order. Repeats are safe: the call carries an idempotency key.
   *
   * @example
   * const order = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
   */
  create(body: CreateOrder, options?: KeyedRequestOptions): CallPromise<OnChainOrder>

  /** Retrieves an order of either kind. @throws ApiError `order_not_found` */
  get(id: OrderId, options?: RequestOptions): CallPromise<RetrievedOrder>

  /** Lists one page of orders, newest first, in their reduced form. */
  list(options?: PageOptions): CallPromise<OrderList>

  /**
   * Walks over all orders, newest first, each once.
   *
   * @example
   * for await (const order of mp.orders.iterate()) console.log(order.order_number, order.status)
   * const newest = await mp.orders.iterate().toArray({ max: 1_000 })
   */
  iterate(options?: PageOptions): Walk<OrderSummary>

  /** Lists one page of the webhooks about an order, newest first, whoever they go to. */
  listDeliveries(id: OrderId, options?: PageOptions): CallPromise<OrderDeliveryList>

  /** Walks over all the webhooks about an order, newest first, each once. */
  iterateDeliveries(id: OrderId, options?: PageOptions): Walk<OrderDelivery>

  /**
   * Streams an order: its present state first, then every change, until a final status. It reconnects by
   * itself; leaving the loop closes the connection.
   *
   * @throws StreamError when it cannot be resumed, ApiError when it is refused, AbortError on abort
   *
   * @example
   * for await (const { order } of mp.orders.stream(id)) console.log(order.status)
   */
  stream(id: OrderId, options?: StreamOptions): OrderStream

  /**
   * Waits until an order is paid, and returns it: `PAID`, or `EXPIRED_PAID` for a late payment. It follows the
   * order's stream, and asks every 5 s where a proxy holds the stream back or too many orders are waited for.
   *
   * @throws WaitError when the order expires, is underpaid or frozen, or at the timeout; ApiError when it is
   * refused; AbortError on abort
   *
   * @example
   * const paid = await mp.orders.waitForPaid(order.id, { timeoutMs: 2_700_000, graceAfterExpiryMs: 0 })
   */
  waitForPaid(id: OrderId, options?: WaitOptions): Promise<RetrievedOrder>
}

/** Makes the resource. */
export function createOrders(settings: Settings): Orders {
  return {
    create: (body, options) => send(settings, 'createOrder', { body }, options),
    get: (id, options) => send(settings, 'getOrder', { path: { id } }, options),
    list: (options) => sendPage(settings, 'listOrders', {}, options),
    iterate: (options) => iterate(settings, 'listOrders', {}, ({ orders }) => orders, options),
    listDeliveries: (id, options) => sendPage(settings, 'listOrderDeliveries', { id }, options),
    iterateDeliveries: (id, options) =>
      iterate(settings, 'listOrderDeliveries', { id }, ({ deliveries }) => deliveries, options),
    stream: (id, options) => openStream(settings, () => orderSource(id), options),
    waitForPaid: (id, options) => waitForPaid(settings, id, options),
  }
}
