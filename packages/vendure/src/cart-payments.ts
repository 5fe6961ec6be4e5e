import { isPaid, isTold } from '@merchantpay/core/shop-orders'
import type { MerchantPay, OnChainOrder } from '@merchantpay/sdk'
import { usdt } from '@merchantpay/sdk/money'
import {
  type ID,
  type Order,
  type OrderService,
  type Payment,
  type PaymentService,
  type RequestContext,
  totalCoveredByPayments,
} from '@vendure/core'
import { partOf } from './amounts.js'
import type { CartAccess } from './cart-access.js'
import { type CartReference, cartOf } from './cart-reference.js'

/** The part of an order that a payment of Vendure stands for: its price, or what was paid beyond it. */
export interface PaymentSource {
  readonly merchantpay_order: string
  readonly merchantpay_number: string
  readonly part: 'price' | 'surplus'
}

interface Cart extends CartReference {
  readonly id: ID
}

/**
 * Enters into Vendure what the service has received. A paid order of the service becomes one payment of the cart that it was made
 * for, and what was paid beyond its price becomes another one, whatever has become of the cart: so each can be refunded. A case
 * that a person has to look into is also a private note of the cart. Recording an order again changes nothing.
 */
export class CartPayments {
  constructor(
    private readonly mp: MerchantPay,
    private readonly carts: CartAccess,
    private readonly orders: OrderService,
    private readonly payments: PaymentService,
  ) {}

  /** Reads an order of the service and records it. Orders of other programs are left alone. */
  async readAndRecord(orderId: string): Promise<void> {
    const order = await this.mp.orders.get(orderId)
    if (order.kind === 'on_chain') await this.record(order)
  }

  /** @throws Error when the cart does not exist */
  async record(order: OnChainOrder): Promise<void> {
    const reference = cartOf(order)
    if (!reference || !isTold(order)) return
    await this.carts.locked(reference, async (ctx, id) => {
      const cart = { ...reference, id }
      const { order_number: number, received_amount: received, order_amount: asked } = order
      if (isPaid(order)) await this.#enter(ctx, cart, order)
      if (order.status === 'UNDERPAID')
        await this.carts.note(
          ctx,
          id,
          `${number} is underpaid: ${received} of ${asked} USDT. Refund it in MerchantPay.`,
        )
      if (order.status === 'FROZEN')
        await this.carts.note(
          ctx,
          id,
          `The payment of ${number} is being checked. Hold back the goods until MerchantPay clears it.`,
        )
    })
  }

  async #enter(ctx: RequestContext, cart: Cart, order: OnChainOrder): Promise<void> {
    const known = (await this.orders.getOrderPayments(ctx, cart.id)).filter(
      ({ metadata }) => metadata.merchantpay_order === order.id,
    )
    if (known.length === 0) await this.#enterPrice(ctx, cart, order)
    const price = { total: cart.total, usdt: usdt(order.order_amount) }
    const surplus = partOf(usdt(order.overpaid_amount ?? '0'), price) - sumOf(known.filter(isSurplus))
    if (surplus <= 0) return
    await this.#add(ctx, cart, order, 'surplus', surplus)
    await this.carts.note(
      ctx,
      cart.id,
      `${order.order_number} is overpaid by ${order.overpaid_amount} USDT. The surplus is a payment of its own: refund it.`,
    )
  }

  async #enterPrice(ctx: RequestContext, cart: Cart, order: OnChainOrder): Promise<void> {
    const before = await this.carts.find(ctx, cart.id)
    if (before.state === 'AddingItems' && (await this.#due(ctx, before)) <= cart.total)
      await this.orders.transitionToState(ctx, cart.id, 'ArrangingPayment')
    await this.#add(ctx, cart, order, 'price', cart.total)
    const findings = await this.#findings(ctx, before, order)
    if (findings.length > 0)
      await this.carts.note(
        ctx,
        cart.id,
        `${order.order_number} brought ${order.received_amount} USDT: ${findings.join('; ')}.`,
      )
  }

  /** Facts that a person has to know about a payment that was entered. */
  async #findings(ctx: RequestContext, before: Order, order: OnChainOrder): Promise<string[]> {
    const findings = order.status === 'EXPIRED_PAID' ? ['it came late'] : []
    if (before.state === 'Cancelled') return [...findings, 'the order is cancelled, refund the payment']
    if (!before.active)
      return before.state === 'ArrangingAdditionalPayment'
        ? findings
        : [...findings, 'the order was paid already, refund the payment']
    const after = await this.carts.find(ctx, before.id)
    const due = await this.#due(ctx, after)
    if (due > 0) return [...findings, 'the cart has changed, and a part is left to pay']
    if (after.active) return [...findings, 'the total is paid, but the order could not be placed']
    return due < 0 ? [...findings, 'the cart has changed, refund what is too much'] : findings
  }

  /** The amount that is left to pay; negative when too much is paid. */
  async #due(ctx: RequestContext, cart: Order): Promise<number> {
    cart.payments = await this.orders.getOrderPayments(ctx, cart.id)
    return cart.totalWithTax - totalCoveredByPayments(cart)
  }

  async #add(
    ctx: RequestContext,
    cart: Cart,
    order: OnChainOrder,
    part: PaymentSource['part'],
    amount: number,
  ): Promise<void> {
    const source: PaymentSource = {
      merchantpay_order: order.id,
      merchantpay_number: order.order_number,
      part,
    }
    await this.payments.createManualPayment(ctx, await this.carts.find(ctx, cart.id), amount, {
      orderId: cart.id,
      method: cart.method,
      transactionId: order.order_number,
      metadata: { ...source },
    })
  }
}

const isSurplus = ({ metadata }: Payment): boolean => metadata.part === 'surplus'

const sumOf = (payments: readonly Payment[]): number => payments.reduce((sum, { amount }) => sum + amount, 0)
