import type { MerchantPay, RetrievedOrder } from '@merchantpay/sdk'
import { format, min, sub, sum, type Usdt, usdt } from '@merchantpay/sdk/money'
import type { Database } from 'better-sqlite3'
import type { Cart } from './database.js'

const ZERO = usdt('0')

/** The fields of an order that the shop reads. */
type OrderState = Pick<RetrievedOrder, 'id' | 'status' | 'updated_at'> & {
  readonly credited_amount?: string | undefined
  readonly overpaid_amount?: string | undefined
}

/** A payment after the window counts too: the customer has paid for the cart. */
export const isPaid = (status: string | null): boolean => status === 'PAID' || status === 'EXPIRED_PAID'

/** Enters the order of an attempt, whose order may have been created while the shop was interrupted. */
export function nameOrder(database: Database, orderId: string, metadata: unknown): void {
  const { cart, attempt } = (metadata ?? {}) as { cart?: unknown; attempt?: unknown }
  database
    .prepare('UPDATE attempts SET order_id = ? WHERE cart_id = ? AND attempt = ? AND order_id IS NULL')
    .run(orderId, cart ?? null, attempt ?? null)
}

/**
 * Notes that there is news about an order. A webhook stores no more than that before it is answered: the state is read from
 * the service, so that the sequence in which webhooks arrive does not matter.
 */
export function noteSignal(database: Database, orderId: string, metadata: unknown): void {
  nameOrder(database, orderId, metadata)
  database.prepare('UPDATE attempts SET signals = signals + 1 WHERE order_id = ?').run(orderId)
}

/**
 * Reads the orders that there is news about, and records their states. One that fails keeps no other from being read, and is
 * read again the next time.
 *
 * @throws AggregateError at the end, with the error of each order that failed
 */
export async function readSignals(mp: MerchantPay, database: Database): Promise<void> {
  const waiting = database
    .prepare('SELECT order_id, signals FROM attempts WHERE signals > seen AND order_id IS NOT NULL')
    .all() as { order_id: string; signals: number }[]
  const errors: unknown[] = []
  for (const { order_id, signals } of waiting) {
    try {
      const order = await mp.orders.get(order_id)
      database.transaction(() => {
        recordOrder(database, order)
        // A signal that came meanwhile stays.
        database.prepare('UPDATE attempts SET seen = ? WHERE order_id = ?').run(signals, order_id)
      })()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} orders could not be read`)
}

/**
 * Records the state of an order, and decides in the same transaction what follows for its cart and for refunds. Two parts of
 * the shop may read an order at once, so the state that arrives last may be the older one: it changes nothing.
 */
export function recordOrder(database: Database, order: OrderState): void {
  database.transaction(() => {
    const attempt = database
      .prepare(
        `UPDATE attempts SET status = ?, changed_at = ?
         WHERE order_id = ? AND (changed_at IS NULL OR changed_at <= ?) RETURNING cart_id`,
      )
      .get(order.status, order.updated_at, order.id, order.updated_at) as { cart_id: string } | undefined
    if (!attempt) return // older news, or not of this shop
    // The first paid order pays for the cart. A frozen one gives way to another. One whose money goes back pays nothing,
    // also when the customer sends the rest of an underpaid order after its refund.
    if (isPaid(order.status))
      database
        .prepare(
          `UPDATE carts SET paid_by = ? WHERE id = ? AND fulfilled_at IS NULL AND
           (paid_by IS NULL OR paid_by IN (SELECT order_id FROM attempts WHERE status = 'FROZEN')) AND
           NOT EXISTS (SELECT 1 FROM refunds WHERE order_id = ? AND destination IS NOT NULL)`,
        )
        .run(order.id, attempt.cart_id, order.id)
    const cart = database.prepare('SELECT * FROM carts WHERE id = ?').get(attempt.cart_id) as Cart
    noteRefund(database, order, cart)
  })()
}

/** Notes what the customer gets back. A person pays it out, with the address that the customer names. */
function noteRefund(database: Database, order: OrderState, cart: Cart): void {
  database.prepare('DELETE FROM refunds WHERE order_id = ? AND destination IS NULL').run(order.id)
  const begun = database
    .prepare('SELECT amount FROM refunds WHERE order_id = ?')
    .pluck()
    .all(order.id) as string[]
  const back = refundOf(order, cart)
  const amount = back && sub(back.amount, sum(begun.map((amount) => usdt(amount))))
  if (!amount || amount <= ZERO) return
  database
    .prepare('INSERT INTO refunds (order_id, number, reason, amount) VALUES (?, ?, ?, ?)')
    .run(order.id, begun.length + 1, back.reason, format(amount))
}

/** The money that goes back to the customer in all. */
function refundOf(order: OrderState, { paid_by }: Cart): { reason: string; amount: Usdt } | undefined {
  const { status, credited_amount = '0', overpaid_amount = '0' } = order
  const [credited, overpaid] = [usdt(credited_amount), usdt(overpaid_amount)]
  if (isPaid(status) && paid_by !== order.id)
    return { reason: paid_by ? 'the cart was paid already' : 'paid after a refund', amount: credited }
  // The fee was deducted from what was received: no more than was credited can be paid back.
  if (isPaid(status)) return { reason: 'paid too much', amount: min(overpaid, credited) }
  if (status === 'UNDERPAID') return { reason: 'paid too little', amount: credited }
  return undefined
}
