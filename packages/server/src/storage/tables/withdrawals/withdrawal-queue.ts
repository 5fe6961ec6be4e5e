import type { WithdrawalQueueTable } from '../../../domain/store/withdrawal-tables.js'
import { REPORTED_SHORTAGES, SHORTAGES } from '../../../domain/withdrawals/withdrawal.js'
import type {
  QueueQuery,
  WaitingKind,
  WaitingWithdrawal,
} from '../../../domain/withdrawals/withdrawal-queue.js'
import { placeholders, type Sql, type SqlValue } from '../../sql.js'
import { toWithdrawal, type WithdrawalRow } from './withdrawal-rows.js'
import { OPEN } from './withdrawals.js'

/** Under review for a shortage, which may have ended. */
const IS_SHORT = `review_reason IN (${placeholders(SHORTAGES.length)})`
const IS_REPORTED = `review_reason IN (${placeholders(REPORTED_SHORTAGES.length)})`
/** Accepted, approved, or under review for a shortage. */
const READY = `withdrawals.environment = ? AND withdrawals.network = ? AND ${OPEN} AND status IN ('PENDING', 'REVIEW')
  AND (status = 'PENDING' OR approved_at IS NOT NULL OR ${IS_SHORT})`

interface Row extends WithdrawalRow {
  turn: bigint
  served_at: bigint
}

export function withdrawalQueueTable(sql: Sql): WithdrawalQueueTable {
  async function list(
    kind: WaitingKind,
    { environment, network, latest, limit }: QueueQuery,
    where: string,
    ...values: SqlValue[]
  ): Promise<WaitingWithdrawal[]> {
    const rows = await sql.all<Row>(
      `SELECT * FROM (
         SELECT withdrawals.*, CASE WHEN served_at <= ? THEN served_at ELSE 0 END AS served_at,
           ROW_NUMBER() OVER (PARTITION BY withdrawals.merchant_id
             ORDER BY CASE WHEN next_try_at <= ? THEN next_try_at ELSE 0 END, id) AS turn
         FROM withdrawals LEFT JOIN withdrawal_turns ON withdrawal_turns.merchant_id = withdrawals.merchant_id
           AND withdrawal_turns.environment = withdrawals.environment
           AND withdrawal_turns.network = withdrawals.network AND kind = ?
         WHERE ${READY} AND ${where}
       ) AS waiting ORDER BY turn, served_at, id LIMIT ?`,
      latest,
      latest,
      kind,
      environment,
      network,
      ...SHORTAGES,
      ...values,
      limit,
    )
    return rows.map((row) => ({
      withdrawal: toWithdrawal(row),
      kind,
      position: Number(row.turn),
      servedAt: Number(row.served_at),
    }))
  }

  return {
    listNew: (query) => list('new', query, 'next_try_at IS NULL'),
    listRetries: ({ now, below, canSpare, ...query }) =>
      list(
        'retry',
        query,
        `(next_try_at <= ? OR next_try_at > ?) ${below === undefined ? '' : 'AND amount < ?'}
         ${canSpare ? '' : `AND NOT COALESCE(${IS_REPORTED}, FALSE)`}`,
        now,
        query.latest,
        ...(below === undefined ? [] : [below]),
        ...(canSpare ? [] : REPORTED_SHORTAGES),
      ),
    async postpone(id, at) {
      await sql.run('UPDATE withdrawals SET next_try_at = ? WHERE id = ?', at, id)
    },
    async retryAll({ environment, network }, at) {
      await sql.run(
        `UPDATE withdrawals SET next_try_at = ?
         WHERE environment = ? AND network = ? AND ${OPEN} AND status IN ('PENDING', 'REVIEW') AND next_try_at > ?`,
        at,
        environment,
        network,
        at,
      )
    },
    async noteServed(merchantId, kind, { environment, network }, at) {
      await sql.run(
        `INSERT INTO withdrawal_turns (merchant_id, environment, network, kind, served_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (merchant_id, environment, network, kind) DO UPDATE SET served_at = excluded.served_at`,
        merchantId,
        environment,
        network,
        kind,
        at,
      )
    },
  }
}
