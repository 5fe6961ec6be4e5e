import type { OrderTable } from '../../../domain/store/order-tables.js'
import type { Sql } from '../../sql.js'

/** The notes of an order, and the addresses that were left on its page. */
export const orderExtras = (
  sql: Sql,
): Pick<OrderTable, 'insertNote' | 'listNotes' | 'insertRefundAddress' | 'listRefundAddresses'> => ({
  async insertNote(orderId, { id, text, writtenBy, writtenAt }) {
    await sql.run(
      `INSERT INTO order_notes (id, order_id, text, written_by, written_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO NOTHING`,
      ...[id, orderId, text, writtenBy, writtenAt],
    )
  },
  async listNotes(orderId) {
    const rows = await sql.all<{ id: string; text: string; written_by: string; written_at: bigint }>(
      'SELECT id, text, written_by, written_at FROM order_notes WHERE order_id = ? ORDER BY written_at, id',
      orderId,
    )
    return rows.map((row) => ({
      id: row.id,
      text: row.text,
      writtenBy: row.written_by,
      writtenAt: Number(row.written_at),
    }))
  },
  async insertRefundAddress(orderId, { address, leftAt }) {
    await sql.run(
      `INSERT INTO refund_addresses (order_id, address, left_at) VALUES (?, ?, ?)
       ON CONFLICT (order_id, address) DO NOTHING`,
      ...[orderId, address, leftAt],
    )
  },
  async listRefundAddresses(orderId) {
    const rows = await sql.all<{ address: string; left_at: bigint }>(
      'SELECT address, left_at FROM refund_addresses WHERE order_id = ? ORDER BY left_at, address',
      orderId,
    )
    return rows.map((row) => ({ address: row.address, leftAt: Number(row.left_at) }))
  },
})
