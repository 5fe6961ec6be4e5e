import { isPaid, isTold } from '@merchantpay/core/shop-orders'
import type { MerchantPay, OnChainOrder } from '@merchantpay/sdk'
import { type SessionReference, sessionOf } from './session-reference.js'
import type { Shop } from './shop.js'

/**
 * Enters into Medusa what the service has received: a paid order becomes the payment of its session, and the cart is placed. A case
 * that a person has to look into is a notification in the admin. Recording an order again changes nothing.
 */
export class PaymentRecords {
  constructor(
    private readonly mp: MerchantPay,
    private readonly shop: Shop,
  ) {}

  /** Reads an order of the service and records it. Orders of other programs are left alone. */
  async readAndRecord(orderId: string): Promise<void> {
    const order = await this.mp.orders.get(orderId)
    if (order.kind !== 'on_chain' || !isTold(order)) return
    const reference = sessionOf(order)
    if (reference) await this.#record(order, reference)
  }

  /** Tells that a refund failed, which Medusa has entered as made. */
  async refundFailed(orderId: string, refund: string, failure: string): Promise<void> {
    const order = await this.mp.orders.get(orderId)
    if (!sessionOf(order)) return
    const text = `The refund ${refund} of ${order.order_number} failed: ${failure}. Make it again in MerchantPay.`
    await this.shop.notify(`${refund}/failed`, text)
  }

  async #record(order: OnChainOrder, reference: SessionReference): Promise<void> {
    const {
      id,
      order_number: number,
      received_amount: received,
      order_amount: asked,
      overpaid_amount,
    } = order
    if (isPaid(order)) await this.#enter(order, reference)
    if (isPaid(order) && overpaid_amount)
      await this.shop.notify(
        `${id}/overpaid/${overpaid_amount}`,
        `${number} is overpaid by ${overpaid_amount} USDT. Refund the surplus in MerchantPay.`,
      )
    if (order.status === 'UNDERPAID')
      await this.shop.notify(
        `${id}/underpaid/${received}`,
        `${number} is underpaid: ${received} of ${asked} USDT. Refund it in MerchantPay.`,
      )
    if (order.status === 'FROZEN')
      await this.shop.notify(
        `${id}/frozen`,
        `The payment of ${number} is being checked. Hold back the goods until MerchantPay clears it.`,
      )
  }

  async #enter(order: OnChainOrder, { session, total }: SessionReference): Promise<void> {
    const { id, order_number: number, received_amount: received } = order
    const before = await this.shop.sessionState(session)
    if (before.isCaptured && before.isPlaced) return
    if (!before.exists)
      return this.shop.notify(
        `${id}/gone`,
        `${number} brought ${received} USDT for a cart that has changed or is paid by other means. Refund it in MerchantPay.`,
      )
    await this.shop.enterPayment(session, total)
    const after = await this.shop.sessionState(session)
    if (!after.isPlaced)
      return this.shop.notify(
        `${id}/unplaced`,
        `${number} is paid, but its cart could not be placed. It is tried again every hour; otherwise refund it in MerchantPay.`,
      )
    if (before.isPlaced)
      return this.shop.notify(
        `${id}/twice`,
        `${number} paid an order that was placed already. Refund the payment.`,
      )
    if (order.status === 'EXPIRED_PAID')
      await this.shop.notify(`${id}/late`, `${number} came late. Its cart is placed as an order.`)
  }
}
