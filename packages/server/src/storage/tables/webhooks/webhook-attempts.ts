import type { WebhookAttemptTable } from '../../../domain/store/webhook-tables.js'
import type { DeliveryStatus } from '../../../domain/webhooks/webhook.js'
import type { WebhookAttempt } from '../../../domain/webhooks/webhook-attempt.js'
import {
  flag,
  inBatches,
  instantOrNull as numberOrNull,
  rowPlaceholders,
  type Sql,
  type SqlValue,
} from '../../sql.js'

interface Row {
  delivery_id: string
  number: bigint
  started_at: bigint
  signed_at: bigint
  outcome: string | null
  outcome_detail: string | null
  error_hidden: bigint
  status: bigint | null
  dns_ms: bigint | null
  connect_ms: bigint | null
  tls_ms: bigint | null
  first_byte_ms: bigint | null
  whole_ms: bigint
  retry_after: string | null
  sample: string | null
  sample_bytes: bigint
  truncated: bigint
}

interface ResultRow {
  webhook_id: string
  status: DeliveryStatus
  answered_ms: bigint | null
}

export function webhookAttemptTable(sql: Sql): WebhookAttemptTable {
  return {
    async insert(attempts) {
      for (const batch of inBatches(attempts)) {
        await sql.run(
          `INSERT INTO webhook_attempts (delivery_id, number, started_at, signed_at, outcome, outcome_detail,
             error_hidden, status, dns_ms, connect_ms, tls_ms, first_byte_ms, whole_ms, retry_after, sample, sample_bytes,
             truncated)
           VALUES ${rowPlaceholders(batch.length, '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')}`,
          ...batch.flatMap(valuesOf),
        )
      }
    },
    async list(deliveryId) {
      const rows = await sql.all<Row>(
        'SELECT * FROM webhook_attempts WHERE delivery_id = ? ORDER BY number',
        deliveryId,
      )
      return rows.map((row) => ({
        deliveryId: row.delivery_id,
        number: Number(row.number),
        startedAt: Number(row.started_at),
        signedAt: Number(row.signed_at),
        outcome: row.outcome,
        outcomeDetail: row.outcome_detail,
        isErrorHidden: row.error_hidden === 1n,
        status: numberOrNull(row.status),
        timings: {
          dns: numberOrNull(row.dns_ms),
          connect: numberOrNull(row.connect_ms),
          tls: numberOrNull(row.tls_ms),
          firstByte: numberOrNull(row.first_byte_ms),
          whole: Number(row.whole_ms),
        },
        retryAfter: row.retry_after,
        sample: row.sample,
        sampleBytes: Number(row.sample_bytes),
        isTruncated: row.truncated === 1n,
      }))
    },
    async listResults(webhookIds, { since, most }) {
      if (webhookIds.length === 0) return []
      const newest = `SELECT * FROM (SELECT id, webhook_id, status FROM webhook_deliveries
        WHERE webhook_id = ? AND created_at >= ? ORDER BY created_at DESC, id DESC LIMIT ?) AS part`
      const rows = await sql.all<ResultRow>(
        `SELECT webhook_id, newest.status AS status, COALESCE(first_byte_ms, whole_ms) AS answered_ms
         FROM (${webhookIds.map(() => newest).join(' UNION ALL ')}) AS newest
         LEFT JOIN webhook_attempts ON delivery_id = newest.id AND outcome IS NULL`,
        ...webhookIds.flatMap((id) => [id, since, most]),
      )
      return rows.map((row) => ({
        webhookId: row.webhook_id,
        status: row.status,
        answeredMs: numberOrNull(row.answered_ms),
      }))
    },
  }
}

const valuesOf = (attempt: WebhookAttempt): SqlValue[] => [
  attempt.deliveryId,
  attempt.number,
  attempt.startedAt,
  attempt.signedAt,
  attempt.outcome,
  attempt.outcomeDetail,
  flag(attempt.isErrorHidden),
  attempt.status,
  attempt.timings.dns,
  attempt.timings.connect,
  attempt.timings.tls,
  attempt.timings.firstByte,
  attempt.timings.whole,
  attempt.retryAfter,
  attempt.sample,
  attempt.sampleBytes,
  flag(attempt.isTruncated),
]
