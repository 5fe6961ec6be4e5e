import type { FrozenReason } from '../../../domain/orders/order.js'
import { usdt } from '../../../domain/shared/money.js'
import type { Environment, Network } from '../../../domain/shared/types.js'
import type { AttentionTable, WithdrawalInReview } from '../../../domain/store/attention-tables.js'
import { isShortage, type ReviewReason } from '../../../domain/withdrawals/withdrawal.js'
import type { Sql } from '../../sql.js'
import { IN_SUSPENSE } from '../payments/transfers.js'

// The conditions of partial indexes: an engine uses such an index only for statements that repeat its condition.
const IN_REVIEW = `status = 'REVIEW'`
const FAILED = `status = 'FAILED' AND handled = 0`

/** More than there are reasons for a review. */
const REASONS = 100

interface WithdrawalRow {
  id: string
  merchant_id: string
  environment: Environment
  network: Network
  amount: bigint
  fee: bigint
  destination_address: string
  review_reason: ReviewReason
  version: bigint
  updated_at: bigint
  made_by: string | null
  made_by_operator: string | null
}
interface OrderRow {
  id: string
  order_number: string
  merchant_id: string
  environment: Environment
  received: bigint
  frozen_reason: FrozenReason
  updated_at: bigint
}
interface TransferRow {
  environment: Environment
  network: Network
  tx_hash: string
  log_index: bigint
  to_address: string
  block_time: bigint
  value: bigint
  flagged: bigint
  confirmed_at: bigint
}
interface FirstFailedRow {
  id: string
  webhook_id: string | null
  created_at: bigint
  event_at: bigint
  merchant_id: string
  environment: Environment
}
interface FailingRow {
  target: string
  webhook_id: string | null
  merchant_id: string
  environment: Environment
  failing_since: bigint
}

export function attentionTable(sql: Sql): AttentionTable {
  /** Reads the names of a leading index column one by one, so that the rows between them cost nothing. */
  async function names(table: string, column: string, where: string, limit: number): Promise<string[]> {
    const found: string[] = []
    const text = `SELECT MIN(${column}) AS name FROM ${table} WHERE ${where} AND ${column} > ?`
    while (found.length < limit) {
      const row = await sql.get<{ name: string | null }>(text, found.at(-1) ?? '')
      if (!row || row.name === null) break
      found.push(row.name)
    }
    return found
  }

  return {
    async listInReview(limit) {
      const found: WithdrawalInReview[] = []
      for (const reason of await names('withdrawals', 'review_reason', IN_REVIEW, REASONS)) {
        // An approval ends the wait for a person. A shortage may come after it.
        const undecided = isShortage(reason as ReviewReason) ? '' : 'AND approved_at IS NULL'
        const rows = await sql.all<WithdrawalRow>(
          `SELECT id, merchant_id, environment, network, amount, fee, destination_address, review_reason, version,
             updated_at, made_by, made_by_operator
           FROM withdrawals
           WHERE ${IN_REVIEW} AND review_reason = ? ${undecided} ORDER BY updated_at, id LIMIT ?`,
          reason,
          limit,
        )
        found.push(...rows.map(toWithdrawal))
      }
      return found
    },
    async listFrozen(limit) {
      const rows = await sql.all<OrderRow>(
        `SELECT id, order_number, merchant_id, environment, received, frozen_reason, updated_at FROM orders
         WHERE status = 'FROZEN' AND rejected_at IS NULL ORDER BY updated_at, id LIMIT ?`,
        limit,
      )
      return rows.map((row) => ({
        id: row.id,
        orderNumber: row.order_number,
        merchantId: row.merchant_id,
        environment: row.environment,
        received: usdt(row.received),
        frozenReason: row.frozen_reason,
        sinceAt: Number(row.updated_at),
      }))
    },
    async listInSuspense(environment, limit) {
      const rows = await sql.all<TransferRow>(
        `SELECT environment, network, tx_hash, log_index, to_address, block_time, value, flagged, confirmed_at FROM transfers
         WHERE environment = ? AND ${IN_SUSPENSE} ORDER BY confirmed_at, tx_hash, log_index LIMIT ?`,
        environment,
        limit,
      )
      return rows.map((row) => ({
        environment: row.environment,
        network: row.network,
        txHash: row.tx_hash,
        logIndex: Number(row.log_index),
        to: row.to_address,
        minedAt: Number(row.block_time),
        value: usdt(row.value),
        isFlagged: row.flagged === 1n,
        sinceAt: Number(row.confirmed_at),
      }))
    },
    async listFailed(limit, upTo) {
      const found = []
      for (const target of await names('webhook_deliveries', 'target', FAILED, limit)) {
        const first = await sql.get<FirstFailedRow>(
          `SELECT webhook_deliveries.id AS id, webhook_id, webhook_deliveries.created_at AS created_at, merchant_id,
             environment, webhook_events.created_at AS event_at FROM webhook_deliveries JOIN webhook_events ON webhook_events.id = webhook_deliveries.event_id
           WHERE target = ? AND ${FAILED} ORDER BY webhook_deliveries.created_at, webhook_deliveries.id LIMIT 1`,
          target,
        )
        const all = await sql.get<{ total: bigint }>(
          `SELECT COUNT(*) AS total FROM (SELECT id FROM webhook_deliveries WHERE target = ? AND ${FAILED} LIMIT ?) AS failed`,
          target,
          upTo,
        )
        if (!first || !all) continue
        found.push({
          target,
          webhookId: first.webhook_id,
          firstId: first.id,
          merchantId: first.merchant_id,
          environment: first.environment,
          sinceAt: Number(first.created_at),
          firstEventAt: Number(first.event_at),
          count: Number(all.total),
        })
      }
      return found
    },
    async listFailing(until, limit, untold) {
      const rows = await sql.all<FailingRow>(
        `SELECT target, webhook_endpoints.id AS webhook_id, webhook_targets.merchant_id AS merchant_id,
           webhook_targets.environment AS environment, failing_since
         FROM webhook_targets LEFT JOIN webhook_endpoints ON webhook_endpoints.id = target
         WHERE failing_since IS NOT NULL AND failing_since <= ?
           ${untold ? 'AND (told_since IS NULL OR told_since <> failing_since)' : ''}
           AND (webhook_endpoints.is_active IS NULL OR webhook_endpoints.is_active = 1)
           AND EXISTS (SELECT 1 FROM webhook_deliveries
             WHERE webhook_deliveries.target = webhook_targets.target AND status = 'PENDING' AND held = 0)
         ORDER BY failing_since, target LIMIT ?`,
        until,
        limit,
      )
      return rows.map((row) => ({
        target: row.target,
        webhookId: row.webhook_id,
        merchantId: row.merchant_id,
        environment: row.environment,
        sinceAt: Number(row.failing_since),
      }))
    },
    async listHeld(limit, upTo) {
      const found = []
      for (const scope of await names('webhook_deliveries', 'waits_for', 'held = 1', limit)) {
        const row = await sql.get<{ total: bigint; since_at: bigint | null }>(
          `SELECT COUNT(*) AS total, MIN(created_at) AS since_at FROM (SELECT created_at FROM webhook_deliveries
             WHERE held = 1 AND waits_for = ? ORDER BY created_at LIMIT ?) AS held_back`,
          scope,
          upTo,
        )
        const [merchantId = '', environment] = scope.split('/')
        if (!row || row.since_at === null) continue
        found.push({
          merchantId,
          environment: environment as Environment, // written by `scopeName`
          sinceAt: Number(row.since_at),
          count: Number(row.total),
        })
      }
      return found
    },
    async listWithoutSecret(limit) {
      const rows = await sql.all<{ id: string; activated_at: bigint }>(
        `SELECT id, activated_at FROM merchants WHERE activated_at IS NOT NULL AND status = 'ACTIVE'
           AND NOT EXISTS (SELECT 1 FROM webhook_secrets
             WHERE merchant_id = merchants.id AND environment = 'live' AND retires_at IS NULL)
         ORDER BY activated_at, id LIMIT ?`,
        limit,
      )
      return rows.map(({ id, activated_at }) => ({ merchantId: id, sinceAt: Number(activated_at) }))
    },
    async firstActivation() {
      const row = await sql.get<{ at: bigint | null }>(
        'SELECT MIN(activated_at) AS at FROM merchants WHERE activated_at IS NOT NULL',
      )
      return row === undefined || row.at === null ? undefined : Number(row.at)
    },
  }
}

const toWithdrawal = (row: WithdrawalRow): WithdrawalInReview => ({
  id: row.id,
  merchantId: row.merchant_id,
  environment: row.environment,
  network: row.network,
  amount: usdt(row.amount),
  fee: usdt(row.fee),
  destinationAddress: row.destination_address,
  reviewReason: row.review_reason,
  version: Number(row.version),
  sinceAt: Number(row.updated_at),
  madeBy: row.made_by === null ? null : { name: row.made_by, operator: row.made_by_operator },
})
