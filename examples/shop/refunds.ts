import type { DecimalString, MerchantPay } from '@merchantpay/sdk'
import type { Database } from 'better-sqlite3'

export interface DueRefund {
  readonly order_id: string
  readonly reason: string
  readonly amount: string
  readonly destination: string | null
  readonly refund_id: string | null
}

/** The refunds that are not paid out yet. */
export function dueRefunds(database: Database): DueRefund[] {
  return database.prepare('SELECT * FROM refunds WHERE refund_id IS NULL').all() as DueRefund[]
}

/**
 * Pays a refund to the address that the customer named. The address is stored first, and the key makes a repeat harmless: an
 * interrupted call is made again with the same address.
 *
 * @returns the id of the refund
 * @throws ApiError of the service; Error when no refund of this order is due
 */
export async function payRefund(
  mp: MerchantPay,
  database: Database,
  orderId: string,
  destination: string,
): Promise<string> {
  const due = database
    .prepare(
      `UPDATE refunds SET destination = coalesce(destination, ?) WHERE order_id = ? AND refund_id IS NULL RETURNING *`,
    )
    .get(destination, orderId) as DueRefund | undefined
  if (!due?.destination) throw new Error(`no refund of ${orderId} is due`)
  const refund = await mp.orders.refund(orderId, {
    amount: due.amount as DecimalString, // computed from amounts of the service
    destination_address: due.destination,
    idempotency_key: `refund-${orderId}`,
    description: due.reason,
  })
  database.prepare('UPDATE refunds SET refund_id = ? WHERE order_id = ?').run(refund.refund_id, orderId)
  return refund.refund_id
}
