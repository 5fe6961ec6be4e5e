import type { Database } from 'better-sqlite3'

/**
 * Ships the carts that are paid, each once. Here the shipment is a row of the same database; where it is a call to another
 * service, the id of the cart is its idempotency key, and the call comes before the row.
 */
export function fulfilPaidCarts(database: Database, at: Date): string[] {
  const paid = database
    .prepare(
      `SELECT carts.id FROM carts JOIN attempts ON attempts.order_id = carts.paid_by
       WHERE fulfilled_at IS NULL AND attempts.status IN ('PAID', 'EXPIRED_PAID')`,
    )
    .pluck()
    .all() as string[]
  return paid.filter((cartId) =>
    database.transaction(() => {
      const isNew = database
        .prepare('INSERT INTO shipments VALUES (?) ON CONFLICT DO NOTHING')
        .run(cartId).changes
      database.prepare('UPDATE carts SET fulfilled_at = ? WHERE id = ?').run(at.toISOString(), cartId)
      return isNew === 1
    })(),
  )
}
