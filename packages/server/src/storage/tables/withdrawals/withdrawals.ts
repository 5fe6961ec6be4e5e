import type { Usdt } from '../../../domain/shared/money.js'
import type { ChainId } from '../../../domain/shared/types.js'
import type { OpenTotal, WithdrawalTable } from '../../../domain/store/withdrawal-tables.js'
import type { Withdrawal, WithdrawalStatus } from '../../../domain/withdrawals/withdrawal.js'
import { addressSpellings } from '../../../networks/spellings.js'
import type { Changes } from '../../changes.js'
import { isWithoutFilter, totalOf } from '../../list-ranges.js'
import { pageQuery } from '../../page-clause.js'
import { placeholders, type Sql, whereEqual } from '../../sql.js'
import { type ListCounts, withdrawalsOf } from '../shared/list-counts.js'
import { countQuery, listQuery } from './withdrawal-lists.js'
import { toWithdrawal, type WithdrawalRow } from './withdrawal-rows.js'
import { partsQuery } from './withdrawal-search.js'
import { searchWindow, sumFound } from './withdrawal-windows.js'

const OPEN_STATUSES = ['PENDING', 'REVIEW', 'PROCESSING', 'BROADCAST'] as const
/** The condition of the partial index on open withdrawals; an engine uses the index only for statements that repeat it. */
export const OPEN = `status IN (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`

/** Took money, or may still. */
export const STANDING = `withdrawals.status NOT IN ('FAILED', 'CANCELED')`

const REFUNDS = { select: 'SELECT * FROM withdrawals', table: 'withdrawals', where: 'order_id = ?' }

export function withdrawalTable(sql: Sql, changes: Changes, counts: ListCounts): WithdrawalTable {
  /** Lists withdrawals with a destination and an amount, oldest first. */
  async function listLike(
    status: string,
    { environment, network, to, amount }: ChainId & { to: string; amount: Usdt },
  ): Promise<Withdrawal[]> {
    const destinations = addressSpellings(network, to)
    const rows = await sql.all<WithdrawalRow>(
      `SELECT * FROM withdrawals WHERE environment = ? AND network = ? AND ${status} AND ${OPEN}
         AND amount = ? AND destination_address IN (${placeholders(destinations.length)}) ORDER BY id`,
      environment,
      network,
      amount,
      ...destinations,
    )
    return rows.map(toWithdrawal)
  }

  return {
    async insert(withdrawal) {
      await sql.run(
        `INSERT INTO withdrawals (id, merchant_id, environment, withdrawal_number, status, amount, fee, network,
           destination_address, confirmations, review_reason, order_id, includes_fee, made_by, made_by_operator,
           description, metadata, webhook_url, created_at, updated_at, version)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        withdrawal.id,
        withdrawal.merchantId,
        withdrawal.environment,
        withdrawal.withdrawalNumber,
        withdrawal.status,
        withdrawal.amount,
        withdrawal.fee,
        withdrawal.network,
        withdrawal.destinationAddress,
        withdrawal.confirmations,
        withdrawal.reviewReason,
        withdrawal.orderId,
        withdrawal.includesFee ? 1 : 0,
        withdrawal.madeBy?.name ?? null,
        withdrawal.madeBy?.operator ?? null,
        withdrawal.description,
        withdrawal.metadata,
        withdrawal.webhookUrl,
        withdrawal.createdAt,
        withdrawal.updatedAt,
        withdrawal.version,
      )
      await counts.add(withdrawalsOf(withdrawal), 1)
      changes.withdrawals = true
    },
    async update(withdrawal) {
      const updated = await sql.run(
        `UPDATE withdrawals SET status = ?, tx_hash = ?, confirmations = ?, failure_code = ?, review_reason = ?,
           approved_at = ?, void_requested_at = ?, updated_at = ?, completed_at = ?, version = ? WHERE id = ? AND version = ?`,
        withdrawal.status,
        withdrawal.txHash,
        withdrawal.confirmations,
        withdrawal.failureCode,
        withdrawal.reviewReason,
        withdrawal.approvedAt,
        withdrawal.voidRequestedAt,
        withdrawal.updatedAt,
        withdrawal.completedAt,
        withdrawal.version,
        withdrawal.id,
        withdrawal.version - 1,
      )
      if (updated === 1) changes.withdrawals = true
      return updated === 1
    },
    async find(id) {
      const row = await sql.get<WithdrawalRow>('SELECT * FROM withdrawals WHERE id = ?', id)
      return row && toWithdrawal(row)
    },
    async findByNumber(number) {
      const query = 'SELECT * FROM withdrawals WHERE withdrawal_number = ?'
      const row = await sql.get<WithdrawalRow>(query, number)
      return row && toWithdrawal(row)
    },
    async searchParts(scope, parts) {
      const query = partsQuery(scope, parts)
      return query ? (await sql.all<WithdrawalRow>(...query)).map(toWithdrawal) : []
    },
    async lock(id) {
      const row = await sql.get<WithdrawalRow>(
        'UPDATE withdrawals SET version = version WHERE id = ? RETURNING *',
        id,
      )
      return row && toWithdrawal(row)
    },
    async list(scope, filter, page) {
      return (await sql.all<WithdrawalRow>(...listQuery(scope, filter, page))).map(toWithdrawal)
    },
    async count(scope, filter) {
      if (isWithoutFilter(filter)) return counts.listTotal(withdrawalsOf(scope))
      return totalOf(sql, countQuery(scope, filter))
    },
    searchOwn: (search, window) => searchWindow(sql, search, window),
    sumFound: (search, most) => sumFound(sql, search, most),
    async listRefunds(orderId, page) {
      const rows = await sql.all<WithdrawalRow>(...pageQuery(REFUNDS, [orderId], page))
      return rows.map((row) => ({ ...toWithdrawal(row), orderId }))
    },
    async countRefunds(orderId) {
      const row = await sql.get<{ total: bigint }>(
        'SELECT COUNT(*) AS total FROM withdrawals WHERE order_id = ?',
        orderId,
      )
      return Number(row?.total)
    },
    async countStandingRefunds(orderId) {
      const row = await sql.get<{ total: bigint }>(
        `SELECT COUNT(*) AS total FROM withdrawals WHERE order_id = ? AND ${STANDING}`,
        orderId,
      )
      return Number(row?.total)
    },
    async sumRefunds(orderId) {
      const row = await sql.get<{ total: bigint }>(
        `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS total FROM withdrawals
         WHERE order_id = ? AND ${STANDING}`,
        orderId,
      )
      return row?.total ?? 0n
    },
    async sumRefundsBy({ merchantId, environment }, maker, since) {
      const row = await sql.get<{ total: bigint }>(
        `SELECT CAST(COALESCE(SUM(amount + fee), 0) AS BIGINT) AS total FROM withdrawals
         WHERE made_by = ? AND created_at > ? AND order_id IS NOT NULL
           AND merchant_id = ? AND environment = ? AND ${STANDING}`,
        ...[maker, since, merchantId, environment],
      )
      return row?.total ?? 0n
    },
    async listUnsignedRefunds(orderId) {
      const rows = await sql.all<WithdrawalRow>(
        `SELECT * FROM withdrawals WHERE order_id = ? AND status IN ('PENDING', 'REVIEW') ORDER BY id`,
        orderId,
      )
      return rows.map(toWithdrawal)
    },
    async search({ environment, merchantId, status, before, limit }) {
      const where = whereEqual(
        { environment, merchant_id: merchantId, status },
        { column: 'id', value: before },
      )
      const text = `SELECT * FROM withdrawals ${where.text} ORDER BY id DESC LIMIT ?`
      return (await sql.all<WithdrawalRow>(text, ...where.values, limit)).map(toWithdrawal)
    },
    async listByStatus({ environment, network, status, limit }) {
      // `status = ?` would have SQLite plan it again with each status, at ten times the cost of an empty answer.
      const rows = await sql.all<WithdrawalRow>(
        `SELECT * FROM withdrawals WHERE environment = ? AND network = ? AND status IN (?) AND ${OPEN}
         ORDER BY id LIMIT ?`,
        environment,
        network,
        status,
        limit,
      )
      return rows.map(toWithdrawal)
    },
    listUnsigned: (like) => listLike("status IN ('PENDING', 'REVIEW')", like),
    listSignedLike: (like) => listLike("status IN ('PROCESSING', 'BROADCAST')", like),
    async totalOpen({ environment, network }) {
      const rows = await sql.all<{ status: WithdrawalStatus; total: bigint; amount: bigint }>(
        `SELECT status, COUNT(*) AS total, CAST(SUM(amount) AS BIGINT) AS amount FROM withdrawals
         WHERE environment = ? AND network = ? AND ${OPEN} GROUP BY status`,
        environment,
        network,
      )
      const totals = new Map<WithdrawalStatus, OpenTotal>(
        OPEN_STATUSES.map((status) => [status, { count: 0, amount: 0n }]),
      )
      for (const { status, total, amount } of rows) totals.set(status, { count: Number(total), amount })
      return totals
    },
    async addToDay({ merchantId, environment }, day, sums) {
      const sumOf = (column: string) =>
        `CASE WHEN withdrawal_days.${column} + excluded.${column} < 0 THEN 0
         ELSE withdrawal_days.${column} + excluded.${column} END`
      const row = await sql.get<{ amount: bigint; refunds: bigint }>(
        `INSERT INTO withdrawal_days (merchant_id, environment, day, amount, refunds) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (merchant_id, environment, day)
         DO UPDATE SET amount = ${sumOf('amount')}, refunds = ${sumOf('refunds')}
         RETURNING amount, refunds`,
        merchantId,
        environment,
        day,
        sums.withdrawals,
        sums.refunds,
      )
      return row ? { withdrawals: row.amount, refunds: row.refunds } : sums
    },
  }
}
