import type { MerchantPay } from '@merchantpay/sdk'
import type { Context } from '../../context.js'

/** The id of the order that the arguments name: most operations take no order number. */
export async function orderId(mp: MerchantPay, { input, signal }: Context): Promise<string> {
  const named = input.requiredOperand('order')
  return /^ord_/i.test(named) ? (await mp.orders.get(named, { signal })).id : named
}
