import { isStanding, leftToRefund } from '@merchantpay/core/shop-orders'
import type { MerchantPay, OnChainOrder, Refund as ServiceRefund } from '@merchantpay/sdk'
import { add, format, min, type Usdt, usdt } from '@merchantpay/sdk/money'
import {
  type CreateRefundResult,
  type Order,
  type OrderService,
  type Payment,
  Refund,
  type RequestContext,
  type TransactionalConnection,
  UserInputError,
} from '@vendure/core'
import { usdtOf } from './amounts.js'
import type { CartAccess } from './cart-access.js'
import { cartOf } from './cart-reference.js'

/** A refund as a person has chosen it in the admin. */
export interface WantedRefund {
  readonly order: Order
  readonly payment: Payment
  /** In the smallest units of the currency of the order. */
  readonly amount: number
  readonly reason: string | undefined
}

/** The custom field of Vendure's order that has the customer's address for refunds. */
export const ADDRESS_FIELD = 'merchantPayRefundAddress'

/** A refund is pending from its beginning. Vendure calls that a transition, which its own process does not have. */
export const pendingRefunds = { transitions: { Pending: { to: ['Pending'] } } } as const

/** Pays refunds that a person makes in Vendure, and enters how they ended. */
export class Refunds {
  constructor(
    private readonly mp: MerchantPay,
    private readonly carts: CartAccess,
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
  ) {}

  /**
   * Sends a refund. It is pending until the network has confirmed it. A call that was interrupted is found again: it has the same
   * key, which the service remembers for 24 hours, and after that it is on the service's list.
   *
   * @throws UserInputError when there is no address, or nothing is left to refund; ApiError of the service
   */
  async send(ctx: RequestContext, wanted: WantedRefund): Promise<CreateRefundResult> {
    const { order, payment, reason } = wanted
    const destination = (order.customFields as Readonly<Record<string, unknown>>)[ADDRESS_FIELD]
    if (typeof destination !== 'string' || destination === '')
      throw new UserInputError(
        'Ask the customer for an address, and enter it as the refund address of the order.',
      )
    // Two refunds of one payment at once must not take the same number.
    await this.carts.lock(ctx, order.code)
    const number = (await this.orders.getPaymentRefunds(ctx, payment.id)).length + 1
    const paid = await this.#paidOrder(payment)
    const made = await this.mp.orders.listRefunds(paid.id).toArray({ max: 1_000 })
    const share = shareOf(wanted, paid)
    const left = leftToRefund(paid.credited_amount, made) as Usdt // in the same units
    const interrupted = await this.#unknown(
      ctx,
      made.filter(({ status, destination_address, amount }) => {
        const isWanted = usdt(amount) === min(share, add(left, usdt(amount)))
        return isStanding({ status }) && destination_address === destination && isWanted
      }),
    )
    const amount = interrupted ? usdt(interrupted.amount) : min(share, left)
    if (amount <= 0n) throw new UserInputError('Nothing is left to refund of this payment.')
    if (amount < share)
      await this.carts.note(
        ctx,
        order.id,
        `A refund of ${format(share)} USDT sent ${format(amount)} USDT, which is all that was left of ${paid.order_number}.`,
      )
    const refund =
      interrupted ??
      (await this.mp.orders.refund(paid.id, {
        amount: format(amount),
        destination_address: destination,
        idempotency_key: `vendure-refund-${order.code}/${payment.id}/${number}`,
        ...(reason && { description: reason.slice(0, 500) }),
      }))
    return {
      state: 'Pending',
      transactionId: refund.refund_id,
      metadata: { usdt: refund.amount, fee: refund.fee, destination, withdrawal: refund.withdrawal_number },
    }
  }

  /**
   * Enters the end of a refund. Refunds of other programs' orders are left alone.
   *
   * @param failure why it failed; undefined when it was paid out
   */
  async end(orderId: string, refundId: string, failure?: string): Promise<void> {
    const order = await this.mp.orders.get(orderId)
    const cart = cartOf(order)
    if (!cart) return
    await this.carts.locked(cart, async (ctx, id) => {
      const refund = await this.#find(ctx, refundId)
      if (refund?.state === 'Pending')
        await this.orders.transitionRefundToState(ctx, refund.id, failure ? 'Failed' : 'Settled')
      const name = `The refund ${refundId} of ${order.order_number}`
      if (failure) await this.carts.note(ctx, id, `${name} failed: ${failure}. Make it again.`)
      else if (!refund) await this.carts.note(ctx, id, `${name} was made outside of Vendure.`)
    })
  }

  async #paidOrder({ metadata }: Payment): Promise<OnChainOrder> {
    if (typeof metadata.merchantpay_order !== 'string')
      throw new UserInputError('This payment did not come through MerchantPay.')
    const order = await this.mp.orders.get(metadata.merchantpay_order)
    if (order.kind !== 'on_chain') throw new UserInputError('This payment cannot be refunded.')
    return order
  }

  /** The first of these refunds that Vendure does not have: its call was interrupted. */
  async #unknown(ctx: RequestContext, made: readonly ServiceRefund[]): Promise<ServiceRefund | undefined> {
    for (const refund of made) if (!(await this.#find(ctx, refund.refund_id))) return refund
    return undefined
  }

  #find(ctx: RequestContext, refundId: string): Promise<Refund | null> {
    return this.connection.getRepository(ctx, Refund).findOne({ where: { transactionId: refundId } })
  }
}

/** The USDT that a refund's share of the price is worth. */
function shareOf({ amount }: WantedRefund, order: OnChainOrder): Usdt {
  const { total } = cartOf(order) ?? {}
  if (!total) throw new UserInputError('This payment did not come through MerchantPay.')
  return usdtOf(amount, { total, usdt: usdt(order.order_amount) })
}
