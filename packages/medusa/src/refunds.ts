import { leftToRefund } from '@merchantpay/core/shop-orders'
import type { MerchantPay, OnChainOrder } from '@merchantpay/sdk'
import { format, min, type Usdt } from '@merchantpay/sdk/money'
import { usdtOf } from './amounts.js'
import { Refusal } from './refusal.js'
import { sessionOf } from './session-reference.js'

/** A refund as a person has chosen it in the admin of Medusa. */
export interface WantedRefund {
  readonly order: OnChainOrder
  /** In the currency of the payment, with its decimals. */
  readonly amount: string
  /** The customer's address. */
  readonly destination: unknown
  /** The id of Medusa's refund: sent again, it is the same refund. */
  readonly id: string | undefined
}

/** A refund that the service has accepted. */
export interface SentRefund {
  readonly withdrawal: string
  readonly usdt: string
}

/**
 * Sends a refund: the same share of USDT as of the price, and at most what is left of the credited amount.
 *
 * @throws Refusal when there is no address, or nothing is left to refund; ApiError of the service
 */
export async function sendRefund(mp: MerchantPay, wanted: WantedRefund): Promise<SentRefund> {
  const { order, amount, destination, id } = wanted
  const reference = sessionOf(order)
  if (!reference) throw new Refusal('This payment did not come through MerchantPay.')
  if (typeof destination !== 'string' || destination === '')
    throw new Refusal(
      'Ask the customer for an address, and enter it in the metadata of the order as merchantpay_refund_address.',
    )
  const made = await mp.orders.listRefunds(order.id).toArray({ max: 1_000 })
  const key = id && `medusa-refund-${id}`
  const left = leftToRefund(order.credited_amount, made) as Usdt // units of 1e-8 USDT
  const share = usdtOf(amount, reference.total, reference.currency, order.order_amount)
  const sent = min(share, left)
  if (sent <= 0n) throw new Refusal('Nothing is left to refund of this payment.')
  const refund = await mp.orders.refund(order.id, {
    amount: format(sent),
    destination_address: destination,
    ...(key && { idempotency_key: key }),
  })
  return { withdrawal: refund.withdrawal_number, usdt: refund.amount }
}
