import type { Waiting, WithdrawalLineTable } from '../../domain/withdrawal-line.js'
import { SHORTAGES } from '../../domain/withdrawal-state.js'
import { placeholders, type Sql, type SqlValue } from '../sql.js'
import { OPEN, toWithdrawal, type WithdrawalRow } from './withdrawals.js'

/** Held back by what may have passed. */
const HELD = `review_reason IN (${placeholders(SHORTAGES.length)})`
/** Accepted, approved, or held back so. */
const READY = `withdrawals.environment = ? AND withdrawals.network = ? AND ${OPEN} AND status IN ('PENDING', 'REVIEW')
  AND (status = 'PENDING' OR approved_at IS NOT NULL OR ${HELD})`

interface Row extends WithdrawalRow {
  turn: bigint
  served_at: bigint
}

export function withdrawalLineTable(sql: Sql): WithdrawalLineTable {
  async function list(isRetry: boolean, where: string, ...values: SqlValue[]): Promise<Waiting[]> {
    const rows = await sql.all<Row>(
      `SELECT * FROM (
         SELECT withdrawals.*, COALESCE(withdrawal_turns.served_at, 0) AS served_at,
           ROW_NUMBER() OVER (PARTITION BY withdrawals.merchant_id ORDER BY next_try_at, id) AS turn
         FROM withdrawals LEFT JOIN withdrawal_turns ON withdrawal_turns.merchant_id = withdrawals.merchant_id
           AND withdrawal_turns.environment = withdrawals.environment
           AND withdrawal_turns.network = withdrawals.network
         WHERE ${READY} AND ${where}
       ) AS waiting ORDER BY turn, served_at, id LIMIT ?`,
      ...values,
    )
    return rows.map((row) => ({
      withdrawal: toWithdrawal(row),
      isRetry,
      turn: Number(row.turn),
      servedAt: Number(row.served_at),
    }))
  }

  return {
    listNew: ({ environment, network, limit }) =>
      list(false, 'next_try_at IS NULL', environment, network, ...SHORTAGES, limit),
    listRetries: ({ environment, network, now, latest, below, isAnyHeld, limit }) =>
      list(
        true,
        `(next_try_at <= ? OR next_try_at > ?) ${below === undefined ? '' : 'AND amount < ?'}
         ${isAnyHeld ? '' : `AND NOT COALESCE(${HELD}, FALSE)`}`,
        environment,
        network,
        ...SHORTAGES,
        now,
        latest,
        ...(below === undefined ? [] : [below]),
        ...(isAnyHeld ? [] : SHORTAGES),
        limit,
      ),
    async tryAgainAt(id, at) {
      await sql.run('UPDATE withdrawals SET next_try_at = ? WHERE id = ?', at, id)
    },
    async tryAllAgain({ environment, network }, at) {
      await sql.run(
        `UPDATE withdrawals SET next_try_at = ?
         WHERE environment = ? AND network = ? AND ${OPEN} AND status IN ('PENDING', 'REVIEW') AND next_try_at > ?`,
        at,
        environment,
        network,
        at,
      )
    },
    async noteServed(merchantId, { environment, network }, at) {
      await sql.run(
        `INSERT INTO withdrawal_turns (merchant_id, environment, network, served_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (merchant_id, environment, network) DO UPDATE SET served_at = excluded.served_at`,
        merchantId,
        environment,
        network,
        at,
      )
    },
  }
}
