import type { PayoutStopTable } from '../../../domain/store/withdrawal-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  merchant_id: string
  reason: string
  since_at: bigint
}

export function payoutStopTable(sql: Sql): PayoutStopTable {
  return {
    async list(environment) {
      const rows = await sql.all<Row>(
        `SELECT merchant_id, reason, since_at FROM payout_stops
         WHERE environment = ? ORDER BY since_at, merchant_id`,
        environment,
      )
      return rows.map((row) => toStop(environment, row))
    },
    async find({ environment, merchantId }) {
      const row = await sql.get<Row>(
        'SELECT merchant_id, reason, since_at FROM payout_stops WHERE environment = ? AND merchant_id = ?',
        ...[environment, merchantId],
      )
      return row && toStop(environment, row)
    },
    async insert({ environment, merchantId, reason, sinceAt }) {
      const inserted = await sql.run(
        `INSERT INTO payout_stops (environment, merchant_id, reason, since_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (environment, merchant_id) DO NOTHING`,
        ...[environment, merchantId, reason, sinceAt],
      )
      return inserted === 1
    },
    async delete({ environment, merchantId }) {
      const deleted = await sql.run(
        'DELETE FROM payout_stops WHERE environment = ? AND merchant_id = ?',
        ...[environment, merchantId],
      )
      return deleted === 1
    },
  }
}

const toStop = (environment: 'live' | 'test', { merchant_id, reason, since_at }: Row) => ({
  environment,
  merchantId: merchant_id,
  reason,
  sinceAt: Number(since_at),
})
