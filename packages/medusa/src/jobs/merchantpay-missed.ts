import type { MedusaContainer } from '@medusajs/framework/types'
import { isTold } from '@merchantpay/core/shop-orders'
import { PaymentRecords } from '../payment-records.js'
import { INTEGRATION } from '../session-reference.js'
import { merchantPay } from '../settings.js'
import { Shop } from '../shop.js'

/** Longer than webhooks are repeated. */
const MISSED_MS = 172_800_000

export const config = { name: 'merchantpay-missed', schedule: '17 * * * *' }

/** Records what no webhook has reported. An order that cannot be recorded is logged, and tried again the next time. */
export default async function recordMissed(container: MedusaContainer): Promise<void> {
  const shop = new Shop(container)
  const mp = merchantPay()
  const records = new PaymentRecords(mp, shop)
  const since = new Date(Date.now() - MISSED_MS)
  const payments = await shop.placedPayments(since)
  const placed = new Set(payments.map(({ merchantpay_order }) => merchantpay_order))
  const changed = mp.orders.list({
    updated_from: since.toISOString(),
    metadata: { integration: INTEGRATION },
    limit: 100,
  })
  for await (const order of changed) {
    if (!isTold(order) || (placed.has(order.id) && !order.overpaid_amount)) continue
    await records
      .readAndRecord(order.id)
      .catch((error: unknown) => shop.logError(`${order.order_number} could not be recorded: ${error}`))
  }
}
