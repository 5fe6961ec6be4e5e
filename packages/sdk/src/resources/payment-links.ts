import type {
  CreatePaymentLink,
  OrderSummary,
  PaymentLink,
  PaymentLinkId,
  PaymentLinkList,
  PaymentLinkOrderList,
} from '../generated/contract.gen.js'
import type { CallPromise } from '../http/call-promise.js'
import type { KeyedRequestOptions, RequestOptions } from '../http/request-options.js'
import { send } from '../http/send.js'
import type { Settings } from '../options.js'
import { type FiltersOf, type PageOptions, type Paginator, paginate } from './paginator.js'

/** Filters of a list of payment links. */
export type PaymentLinkFilters = FiltersOf<'listPaymentLinks'>

/** Options of a list of payment links. */
export interface PaymentLinkListOptions extends PageOptions, PaymentLinkFilters {}

/** Pages that live for months, and give each payer an order. */
export interface PaymentLinks {
  /**
   * Creates a payment link. The payer who opens its `url` chooses the network, and gets an order with the link's id in
   * `payment_link_id`. With a `price` in another currency each order converts it by the rate of its moment. Retries are safe:
   * the call carries an idempotency key.
   *
   * @throws ApiError when the server refuses it, for example `invalid_amount`, `invalid_expires_at` or `rate_unavailable`
   *
   * @example
   * const link = await mp.paymentLinks.create({ amount_mode: 'FIXED', amount: '25.00', currency: 'USDT' })
   * console.log(link.url)
   */
  create(body: CreatePaymentLink, options?: KeyedRequestOptions): CallPromise<PaymentLink>

  /** Retrieves a link with the counts and sums of its orders. @throws ApiError `payment_link_not_found` */
  get(id: PaymentLinkId, options?: RequestOptions): CallPromise<PaymentLink>

  /**
   * Lists links, newest first: one page when it is awaited, all links when it is iterated.
   *
   * @example
   * const { payment_links } = await mp.paymentLinks.list({ status: 'OPEN' })
   */
  list(options?: PaymentLinkListOptions): Paginator<PaymentLink, PaymentLinkList>

  /**
   * Closes a link: its page takes no more payments. Orders that exist go on. A link that is closed or expired is answered
   * unchanged.
   *
   * @throws ApiError `payment_link_closed` for a link that is PAID
   */
  close(id: PaymentLinkId, options?: RequestOptions): CallPromise<PaymentLink>

  /** Lists the orders of a link, newest first: one page when awaited, all when iterated. */
  listOrders(id: PaymentLinkId, options?: PageOptions): Paginator<OrderSummary, PaymentLinkOrderList>
}

/** Makes the resource. */
export function createPaymentLinks(settings: Settings): PaymentLinks {
  return {
    create: (body, options) => send(settings, 'createPaymentLink', { body }, options),
    get: (id, options) => send(settings, 'getPaymentLink', { path: { id } }, options),
    list: (options) =>
      paginate(settings, 'listPaymentLinks', {}, ({ payment_links }) => payment_links, options),
    close: (id, options) => send(settings, 'closePaymentLink', { path: { id } }, options),
    listOrders: (id, options) =>
      paginate(settings, 'listPaymentLinkOrders', { id }, ({ orders }) => orders, options),
  }
}
