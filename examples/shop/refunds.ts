import type { DecimalString, MerchantPay, Refund } from '@merchantpay/sdk'
import { usdt } from '@merchantpay/sdk/money'
import type { Database } from 'better-sqlite3'

export interface DueRefund {
  readonly order_id: string
  /** Counts the refunds of the order. */
  readonly number: number
  readonly reason: string
  readonly amount: string
  readonly destination: string | null
  readonly refund_id: string | null
}

/** The refunds that are not paid out yet. */
export function dueRefunds(database: Database): DueRefund[] {
  return database
    .prepare('SELECT * FROM refunds WHERE refund_id IS NULL ORDER BY order_id, number')
    .all() as DueRefund[]
}

/**
 * Pays the first due refund of an order to the address that the customer named. The address is stored first, and an
 * interrupted call is made again with the same address. The key makes a repeat harmless for 24 hours. For a later one the
 * shop looks for the refund at the service.
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
      `UPDATE refunds SET destination = coalesce(destination, ?) WHERE order_id = ? AND number =
       (SELECT min(number) FROM refunds WHERE order_id = ? AND refund_id IS NULL) RETURNING *`,
    )
    .get(destination, orderId, orderId) as DueRefund | undefined
  if (!due?.destination) throw new Error(`no refund of ${orderId} is due`)
  const refund =
    (await findRefund(mp, database, due)) ??
    (await mp.orders.refund(orderId, {
      amount: due.amount as DecimalString, // computed from amounts of the service
      destination_address: due.destination,
      idempotency_key: `refund-${orderId}/${due.number}`,
      description: due.reason,
    }))
  database
    .prepare('UPDATE refunds SET refund_id = ? WHERE order_id = ? AND number = ?')
    .run(refund.refund_id, orderId, due.number)
  return refund.refund_id
}

/** The refund that an interrupted call has made, unless it failed or was cancelled. */
async function findRefund(
  mp: MerchantPay,
  database: Database,
  { order_id, destination, amount }: DueRefund,
): Promise<Refund | undefined> {
  const isKnown = database.prepare('SELECT 1 FROM refunds WHERE refund_id = ?')
  for await (const refund of mp.orders.listRefunds(order_id)) {
    const isStanding = !['FAILED', 'CANCELED'].includes(refund.status)
    const isAlike = refund.destination_address === destination && usdt(refund.amount) === usdt(amount)
    if (isStanding && isAlike && !isKnown.get(refund.refund_id)) return refund
  }
  return undefined
}
