import { endWindow, hasMoneyUnderWay } from '@merchantpay/core/shop-orders'
import type { MerchantPay, Network, OnChainOrder } from '@merchantpay/sdk'
import {
  type ConfigService,
  type ID,
  type Order,
  type OrderService,
  type PaymentMethodService,
  type RequestContext,
  totalCoveredByPayments,
  UserInputError,
} from '@vendure/core'
import { decimalText } from './amounts.js'
import type { CartPayments } from './cart-payments.js'
import { type CartReference, cartOf, metadataOf } from './cart-reference.js'
import { HANDLER_CODE } from './handler-code.js'
import type { MerchantPayPluginOptions } from './options.js'

/** An open order with less time left is not offered again. */
const LEAST_TIME_LEFT_MS = 120_000
/** A cart leases no more addresses than this, whatever its customer does. */
const MAX_ATTEMPTS = 20

/** Finds the page on which a customer pays a cart. */
export class Checkout {
  constructor(
    private readonly mp: MerchantPay,
    private readonly options: MerchantPayPluginOptions,
    private readonly payments: CartPayments,
    private readonly orders: OrderService,
    private readonly methods: PaymentMethodService,
    private readonly config: ConfigService,
  ) {}

  /**
   * The page of the order that is open, or of a new one.
   *
   * @returns undefined when nothing is left to pay
   * @throws UserInputError when the cart cannot be paid
   */
  async begin(ctx: RequestContext, code: string, network: Network): Promise<string | undefined> {
    const attempts = await this.#attempts(code)
    for (const attempt of attempts) await this.payments.record(attempt)

    const cart = await this.#cart(ctx, code, network)
    if (!cart) return undefined
    if (cart.total <= 0) {
      // Paid by a payment that came while the cart could not be placed.
      await this.orders.transitionToState(ctx, cart.id, 'PaymentSettled')
      return undefined
    }
    const current = attempts.find(hasMoneyUnderWay) ?? attempts.find((attempt) => isOffered(attempt, cart))
    if (current) return current.payment_url
    for (const attempt of attempts) {
      if (attempt.status === 'OPEN' && !(await endWindow(this.mp, attempt.id))) return attempt.payment_url
    }
    return this.#create(cart, attempts.length + 1)
  }

  /** The orders that were made for a cart. */
  async #attempts(code: string): Promise<OnChainOrder[]> {
    const rows = await this.mp.orders
      .list({ metadata: { vendure_order: code } })
      .toArray({ max: MAX_ATTEMPTS })
    const orders = await Promise.all(rows.map(({ id }) => this.mp.orders.get(id)))
    return orders.filter((order) => order.kind === 'on_chain')
  }

  /** The cart as it has to be paid now; undefined when it is placed or gone. */
  async #cart(ctx: RequestContext, code: string, network: Network): Promise<Wanted | undefined> {
    const order = await this.orders.findOneByCode(ctx, code)
    if (!order?.active) return undefined
    if (order.state !== 'ArrangingPayment')
      throw new UserInputError('The order has to be in the state ArrangingPayment.')
    order.payments = await this.orders.getOrderPayments(ctx, order.id)
    return {
      id: order.id,
      order: code,
      channel: ctx.channel.token,
      method: await this.#method(ctx, order),
      total: order.totalWithTax - totalCoveredByPayments(order),
      currency: order.currencyCode,
      network,
    }
  }

  /** The code of the payment method through which this order is paid. */
  async #method(ctx: RequestContext, order: Order): Promise<string> {
    const eligible = await this.methods.getEligiblePaymentMethods(ctx, order)
    const codes = new Set(eligible.filter(({ isEligible }) => isEligible).map(({ code }) => code))
    const ours = await this.methods.getActivePaymentMethods(ctx)
    const method = ours.find(({ code, handler }) => handler.code === HANDLER_CODE && codes.has(code))
    if (!method) throw new UserInputError('This order cannot be paid with MerchantPay.')
    return method.code
  }

  /** Ends the pages of a cart that is paid or given up, so that none asks for the money again. */
  async endPages(code: string): Promise<void> {
    const open = await this.mp.orders
      .list({ status: 'OPEN', metadata: { vendure_order: code } })
      .toArray({ max: MAX_ATTEMPTS })
    for (const { id } of open) await endWindow(this.mp, id)
  }

  async #create(cart: Wanted, attempt: number): Promise<string> {
    if (attempt > MAX_ATTEMPTS) throw new UserInputError('This order has had too many payment pages.')
    const { order, currency, network } = cart
    const decimals = this.config.entityOptions.moneyStrategy?.precision ?? 2
    const total = { amount: decimalText(cart.total, decimals), currency }
    const { returnUrl, toUsdt } = this.options
    const created = await this.mp.orders.create({
      ...(toUsdt ? { amount: await toUsdt(total) } : { price: total }),
      currency: 'USDT',
      network,
      description: `Order ${order}`,
      metadata: metadataOf(cart),
      ...(returnUrl && { return_url: returnUrl(order) }),
      // Two requests at once make one order.
      idempotency_key: `vendure-${order}/${attempt}`,
    })
    return created.payment_url
  }
}

interface Wanted extends CartReference {
  readonly id: ID
  readonly network: Network
}

function isOffered(order: OnChainOrder, cart: Wanted): boolean {
  const { total, currency } = cartOf(order) ?? {}
  const isSame = total === cart.total && currency === cart.currency && order.network === cart.network
  return isSame && order.status === 'OPEN' && Date.parse(order.expire_at) - Date.now() > LEAST_TIME_LEFT_MS
}
