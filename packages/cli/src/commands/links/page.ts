import type { MerchantPay, Network } from '@merchantpay/sdk'
import { EXIT } from '../../exit-codes.js'
import { Failure } from '../../failure.js'

/** The choice of a payer. */
interface Choice {
  readonly network: Network
  /** Only for a link whose payer chooses the amount. */
  readonly amount: string
}

/**
 * Opens an order of a payment link by its page, as a payer's browser does.
 *
 * @returns the newest order of the link
 * @throws Failure `api` when the page opens none
 */
export async function openLinkOrder(
  mp: MerchantPay,
  id: string,
  { network, amount }: Choice,
  signal: AbortSignal,
) {
  const link = await mp.paymentLinks.get(id, { signal })
  const body = new URLSearchParams({ network, ...(link.amount_mode === 'CUSTOM' && { amount }) })
  const { status } = await fetch(link.url, { method: 'POST', redirect: 'manual', body, signal })
  const { orders } = await mp.paymentLinks.listOrders(id, { limit: 1, signal })
  const [order] = orders
  if (status === 303 && order) return order
  throw new Failure('api', `the page of ${id} opened no order: it answered ${status}`, EXIT.api)
}
