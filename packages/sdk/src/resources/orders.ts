import type {
  CreateOrder,
  CreateRefund,
  OrderDelivery,
  OrderDeliveryList,
  OrderId,
  OrderList,
  OrderSummary,
  Refund,
  RefundList,
} from '../generated/contract.gen.js'
import type { CallPromise } from '../http/call-promise.js'
import type { KeyedRequestOptions, RequestOptions } from '../http/request-options.js'
import { send } from '../http/send.js'
import type { Settings } from '../options.js'
import { orderSource } from '../streams/order-events.js'
import type { WaitOptions } from '../streams/payment-wait.js'
import { type OrderStream, openStream } from '../streams/stream.js'
import type { StreamOptions } from '../streams/stream-source.js'
import { waitForPaid } from '../streams/wait-for-paid.js'
import { type OnChainOrder, type Order, type RetrievedOrder, withKind } from './order-kind.js'
import { type FiltersOf, type PageOptions, type Paginator, paginate } from './paginator.js'

/** Filters of a list of orders. */
export type OrderFilters = FiltersOf<'listOrders'>

/** Options of a list of orders. */
export interface OrderListOptions extends PageOptions, OrderFilters {}

/** Payment orders. */
export interface Orders {
  /**
   * Creates an on-chain order. `amount` is decimal USDT above 10 with at most 6 decimals; a `price` in another currency
   * stands in for it. Retries are safe: the call carries an idempotency key.
   *
   * @throws ApiError when the server refuses it, for example `invalid_amount`, `no_available_address` or `rate_unavailable`
   *
   * @example
   * const order = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
   *
   * @example
   * const price = { amount: '49.90', currency: 'EUR' } as const
   * const order = await mp.orders.create({ price, currency: 'USDT', network: 'TRC20' })
   */
  create(body: CreateOrder, options?: KeyedRequestOptions): CallPromise<OnChainOrder>

  /**
   * Retrieves an order by its id or its `order_number`. Its `kind` is `on_chain` or `app`, and narrows its type.
   *
   * @throws ApiError `order_not_found`
   *
   * @example
   * const order = await mp.orders.get(id)
   * console.log(order.kind === 'on_chain' ? order.payment_url : order.payment_uri)
   */
  get(id: OrderId, options?: RequestOptions): CallPromise<RetrievedOrder>

  /**
   * Lists orders, newest first, in their reduced form: one page when it is awaited, all orders when it is iterated. With
   * filters, the orders that match all of them; `total` counts these, up to 10,000.
   *
   * @example
   * const { orders, total } = await mp.orders.list({ limit: 20 })
   * for await (const order of mp.orders.list()) console.log(order.order_number, order.status)
   * const newest = await mp.orders.list().toArray({ max: 1_000 })
   * const { orders: ofCart } = await mp.orders.list({ status: 'PAID', metadata: { cart: 'A-1001' } })
   * const { orders: ofDay } = await mp.orders.list({ paid_from: '2026-01-31T00:00:00Z', paid_to: '2026-02-01T00:00:00Z' })
   */
  list(options?: OrderListOptions): Paginator<OrderSummary, OrderList>

  /**
   * Ends the window of an OPEN order, for a cart that is given up or changed. It becomes EXPIRED, or UNDERPAID if a part has
   * been paid. An order whose window is over is answered unchanged.
   *
   * @throws ApiError `action_not_possible` while a payment is being confirmed, and once the order is paid or frozen
   *
   * @example
   * await mp.orders.expire(id)
   */
  expire(id: OrderId, options?: RequestOptions): CallPromise<Order>

  /**
   * Accepts what an order has received: an UNDERPAID one whose payment is enough, or the surplus of an overpaid one. The status
   * stays, and a ONCE payment link becomes PAID. An order that is accepted already is answered unchanged.
   *
   * @throws ApiError `action_not_possible` for any other order, and while a payment is being confirmed
   *
   * @example
   * for await (const { id, missing_amount } of mp.orders.list({ status: 'UNDERPAID' }))
   *   if (missing_amount === '0.50') await mp.orders.accept(id)
   */
  accept(id: OrderId, options?: RequestOptions): CallPromise<OnChainOrder>

  /**
   * Refunds credited money of a PAID, EXPIRED_PAID or UNDERPAID on-chain order, by a withdrawal on its network. Without
   * `amount` it is the part that was paid too much, or all of an order that is not overpaid. With `include_fee` the fee on
   * the order goes back too, from the balance. `withdrawals.cancel` cancels it.
   * Retries are safe: the call carries an idempotency key.
   *
   * @throws ApiError `action_not_possible` for an order of another kind or status, `invalid_amount` beyond what is left to
   * refund, `insufficient_balance`, `amount_below_minimum`, `invalid_destination_address`
   *
   * @example
   * await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
   * await mp.orders.waitForPaid(order.id)
   * const destination_address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
   * const refund = await mp.orders.refund(order.id, { amount: '5.00', destination_address })
   */
  refund(id: OrderId, body: CreateRefund, options?: KeyedRequestOptions): CallPromise<Refund>

  /** Lists the refunds of an order, newest first: one page when awaited, all when iterated. */
  listRefunds(id: OrderId, options?: PageOptions): Paginator<Refund, RefundList>

  /** Lists the webhooks about an order to all endpoints, newest first: one page when awaited, all when iterated. */
  listDeliveries(id: OrderId, options?: PageOptions): Paginator<OrderDelivery, OrderDeliveryList>

  /**
   * Streams an order: its present state first, then every change, until a final status. The stream reconnects by
   * itself; leaving the loop closes the connection.
   *
   * @throws StreamError when the stream cannot be resumed; ApiError when it is refused; AbortError on abort
   *
   * @example
   * for await (const { order } of mp.orders.stream(id)) console.log(order.status)
   */
  stream(id: OrderId, options?: StreamOptions): OrderStream

  /**
   * Waits until an order is paid, and returns it: `PAID`, or `EXPIRED_PAID` for a late payment. It follows the
   * order's stream, and polls every 5 s where a proxy holds the stream back or more than 40 waits of a key have a
   * stream.
   *
   * @throws WaitError when the order expires, is underpaid or frozen, or at the timeout; ApiError when the order is
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
    create: (body, options) => send(settings, 'createOrder', { body }, options, withKind),
    get: (id, options) => send(settings, 'getOrder', { path: { id } }, options, withKind),
    list: (options) => paginate(settings, 'listOrders', {}, ({ orders }) => orders, options),
    expire: (id, options) => send(settings, 'expireOrder', { path: { id } }, options, withKind),
    accept: (id, options) => send(settings, 'acceptOrder', { path: { id } }, options, withKind),
    refund: (id, body, options) => send(settings, 'createRefund', { path: { id }, body }, options),
    listRefunds: (id, options) =>
      paginate(settings, 'listRefunds', { id }, ({ refunds }) => refunds, options),
    listDeliveries: (id, options) =>
      paginate(settings, 'listOrderDeliveries', { id }, ({ deliveries }) => deliveries, options),
    stream: (id, options) => openStream(settings, () => orderSource(id), options),
    waitForPaid: (id, options) => waitForPaid(settings, id, options),
  }
}
