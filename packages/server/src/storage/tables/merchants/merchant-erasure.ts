import type { Position, Scope } from '../../../domain/shared/types.js'
import type { MerchantErasureTable } from '../../../domain/store/merchant-tables.js'
import type { Sql, SqlValue } from '../../sql.js'
import { eraseWords } from '../orders/order-words.js'

/** Rows of one transaction. */
const BATCH = 500
/** Pages show the host of a deleted endpoint. */
const ERASED_URL = 'https://erased.invalid/'
const FIRST: Position = { createdAt: -1, id: '' }

interface Range {
  readonly where: string
  readonly values: readonly SqlValue[]
  readonly last: Position
}

export function merchantErasureTable(sql: Sql): MerchantErasureTable {
  const count = async (text: string, ...values: SqlValue[]) =>
    Number((await sql.get<{ total: bigint }>(text, ...values))?.total ?? 0)

  /** Finds the rows after a position that one transaction changes. */
  async function nextRange(
    table: 'orders' | 'withdrawals',
    { merchantId, environment }: Scope,
    after = FIRST,
  ): Promise<Range | undefined> {
    const values = [merchantId, environment, after.createdAt, after.id]
    const within = 'merchant_id = ? AND environment = ? AND (created_at, id) > (?, ?)'
    const rows = await sql.all<{ created_at: bigint; id: string }>(
      `SELECT created_at, id FROM ${table} WHERE ${within} ORDER BY created_at, id LIMIT ${BATCH}`,
      ...values,
    )
    const row = rows.at(-1)
    if (!row) return undefined
    const last = { createdAt: Number(row.created_at), id: row.id }
    return {
      where: `${within} AND (created_at, id) <= (?, ?)`,
      values: [...values, last.createdAt, last.id],
      last,
    }
  }

  return {
    async countOpen({ merchantId, environment }) {
      const orders = await count(
        `SELECT COUNT(*) AS total FROM orders WHERE merchant_id = ? AND environment = ? AND (
           status IN ('PENDING', 'OPEN', 'PENDING_CONFIRM', 'CONFIRMING') OR (status = 'FROZEN' AND rejected_at IS NULL))`,
        merchantId,
        environment,
      )
      const withdrawals = await count(
        `SELECT COUNT(*) AS total FROM withdrawals WHERE merchant_id = ? AND environment = ?
           AND status IN ('PENDING', 'REVIEW', 'PROCESSING', 'BROADCAST')`,
        merchantId,
        environment,
      )
      return { orders, withdrawals }
    },
    async eraseProfile({ id, platformUserId, text }) {
      await sql.run(
        'UPDATE merchants SET name = ?, email = ?, platform_user_id = ? WHERE id = ?',
        text,
        text,
        platformUserId,
        id,
      )
      await sql.run('UPDATE api_keys SET name = ? WHERE merchant_id = ?', text, id)
      await sql.run('UPDATE webhook_endpoints SET url = ? WHERE merchant_id = ?', ERASED_URL, id)
      await sql.run('DELETE FROM merchant_brands WHERE merchant_id = ?', id)
      await sql.run(
        `UPDATE payment_links SET description = NULL, metadata = '{}', return_url = NULL, webhook_url = NULL
         WHERE merchant_id = ?`,
        id,
      )
      await sql.run('DELETE FROM withdrawal_destinations WHERE merchant_id = ?', id)
      await sql.run('DELETE FROM passkeys WHERE merchant_id = ?', id)
      await sql.run('DELETE FROM person_mails WHERE merchant_id = ?', id)
      await sql.run(
        'DELETE FROM messages WHERE person_id IN (SELECT id FROM people WHERE merchant_id = ?)',
        id,
      )
      await sql.run(
        'DELETE FROM saved_filters WHERE person_id IN (SELECT id FROM people WHERE merchant_id = ?)',
        id,
      )
      await sql.run('DELETE FROM people WHERE merchant_id = ?', id)
      await sql.run('DELETE FROM idempotency_keys WHERE merchant_id = ?', id)
      // The other entries name ids, amounts and reasons.
      await sql.run(
        "UPDATE audit_entries SET details = '{}' WHERE subject = ? AND action = 'merchants brand'",
        id,
      )
    },
    async eraseOrders(scope, after, text) {
      const range = await nextRange('orders', scope, after)
      if (!range) return undefined
      const { where, values, last } = range
      const ids = `order_id IN (SELECT id FROM orders WHERE ${where})`
      await sql.run(`DELETE FROM order_metadata WHERE ${ids}`, ...values)
      await sql.run(`DELETE FROM order_notes WHERE ${ids}`, ...values)
      await sql.run(`DELETE FROM refund_addresses WHERE ${ids}`, ...values)
      // Of any orders of the merchant: an order has two rows at most, so that none is left after all batches.
      await eraseWords(sql, scope, 2 * BATCH)
      await sql.run(
        `UPDATE app_payments SET payer_reference = ?, remark = NULL WHERE ${ids}`,
        text,
        ...values,
      )
      await sql.run(
        `UPDATE orders SET description = NULL, metadata = '{}', return_url = NULL, webhook_url = NULL, remark = NULL
         WHERE ${where}`,
        ...values,
      )
      return last
    },
    async eraseWithdrawals(scope, after) {
      const range = await nextRange('withdrawals', scope, after)
      if (!range) return undefined
      await sql.run(
        `UPDATE withdrawals SET description = NULL, metadata = '{}', webhook_url = NULL WHERE ${range.where}`,
        ...range.values,
      )
      return range.last
    },
  }
}
