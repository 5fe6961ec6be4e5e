import type { WithdrawalApprovalTable } from '../../../domain/store/withdrawal-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  withdrawal_id: string
  version: bigint
  person: string
  actor: string
  reason: string | null
  approved_at: bigint
}

export const withdrawalApprovalTable = (sql: Sql): WithdrawalApprovalTable => ({
  async insert({ withdrawalId, version, person, actor, reason, approvedAt }) {
    const inserted = await sql.run(
      `INSERT INTO withdrawal_approvals (withdrawal_id, version, person, actor, reason, approved_at)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (withdrawal_id, version, person) DO NOTHING`,
      ...[withdrawalId, version, person, actor, reason, approvedAt],
    )
    return inserted === 1
  },
  async list(withdrawalId) {
    const text =
      'SELECT * FROM withdrawal_approvals WHERE withdrawal_id = ? ORDER BY version, approved_at, person'
    const rows = await sql.all<Row>(text, withdrawalId)
    return rows.map((row) => ({
      withdrawalId: row.withdrawal_id,
      version: Number(row.version),
      person: row.person,
      actor: row.actor,
      reason: row.reason,
      approvedAt: Number(row.approved_at),
    }))
  },
})
