import type { ClosedTaskTable } from '../../../domain/store/task-tables.js'
import type { Sql } from '../../sql.js'

const OWN = 'merchant_id = ? AND environment = ?'

export const closedTaskTable = (sql: Sql): ClosedTaskTable => ({
  async insert({ merchantId, environment }, { subject, fact, closedAt, closedBy }) {
    const inserted = await sql.run(
      `INSERT INTO closed_tasks (merchant_id, environment, subject, fact, closed_at, closed_by)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (merchant_id, environment, subject, fact) DO NOTHING`,
      ...[merchantId, environment, subject, fact, closedAt, closedBy],
    )
    return inserted === 1
  },
  async has({ merchantId, environment }, { subject, fact }) {
    const row = await sql.get<{ fact: bigint }>(
      `SELECT fact FROM closed_tasks WHERE ${OWN} AND subject = ? AND fact = ?`,
      ...[merchantId, environment, subject, fact],
    )
    return row !== undefined
  },
  async countSince({ merchantId, environment }, since) {
    const row = await sql.get<{ total: bigint }>(
      `SELECT COUNT(*) AS total FROM closed_tasks WHERE ${OWN} AND closed_at >= ?`,
      ...[merchantId, environment, since],
    )
    return Number(row?.total ?? 0)
  },
  async listSince({ merchantId, environment }, since, limit) {
    const rows = await sql.all<{ subject: string; fact: bigint; closed_at: bigint; closed_by: string }>(
      `SELECT subject, fact, closed_at, closed_by FROM closed_tasks WHERE ${OWN} AND closed_at >= ?
       ORDER BY closed_at DESC, subject LIMIT ?`,
      ...[merchantId, environment, since, limit],
    )
    return rows.map((row) => ({
      subject: row.subject,
      fact: row.fact,
      closedAt: Number(row.closed_at),
      closedBy: row.closed_by,
    }))
  },
})
