import type { WebhookRecoveryTable } from '../../../domain/store/webhook-tables.js'
import type { Recovery } from '../../../domain/webhooks/recovery.js'
import { flag, instantOrNull, type Sql } from '../../sql.js'
import { type EventRow, toEvent } from './webhook-events.js'

interface Row {
  id: string
  webhook_id: string
  since_at: bigint
  until_at: bigint
  until_given: bigint
  with_missing: bigint
  place_at: bigint
  place_id: string
  redelivered: bigint
  missing: bigint
  started_at: bigint
  finished_at: bigint | null
}
interface StandingRow extends EventRow {
  failed_id: string | null
  settled: bigint
}

export function webhookRecoveryTable(sql: Sql): WebhookRecoveryTable {
  return {
    async insert(recovery) {
      await sql.run(
        `INSERT INTO webhook_recoveries (id, webhook_id, since_at, until_at, until_given, with_missing, place_at,
           place_id, redelivered, missing, started_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        recovery.id,
        recovery.webhookId,
        recovery.since,
        recovery.until,
        flag(recovery.isUntilGiven),
        flag(recovery.includesMissing),
        recovery.place.at,
        recovery.place.id,
        recovery.redelivered,
        recovery.missing,
        recovery.startedAt,
      )
    },
    async findUnfinished({ webhookId, since, until, includesMissing }) {
      const untilGiven = until === undefined ? 'until_given = 0' : 'until_given = 1 AND until_at = ?'
      const row = await sql.get<Row>(
        `SELECT * FROM webhook_recoveries
         WHERE webhook_id = ? AND since_at = ? AND with_missing = ? AND finished_at IS NULL AND ${untilGiven}
         ORDER BY started_at DESC, id DESC LIMIT 1`,
        webhookId,
        since,
        flag(includesMissing),
        ...(until === undefined ? [] : [until]),
      )
      return row && toRecovery(row)
    },
    async lock(id) {
      const row = await sql.get<Row>(
        'UPDATE webhook_recoveries SET place_at = place_at WHERE id = ? RETURNING *',
        id,
      )
      return row && toRecovery(row)
    },
    async update({ id, place, redelivered, missing, finishedAt }) {
      await sql.run(
        `UPDATE webhook_recoveries SET place_at = ?, place_id = ?, redelivered = ?, missing = ?, finished_at = ?
         WHERE id = ?`,
        place.at,
        place.id,
        redelivered,
        missing,
        finishedAt,
        id,
      )
    },
    async listEvents({ merchantId, environment, webhookId, after, until, limit }) {
      // Without `+ 0` SQLite would read all deliveries of the endpoint in order instead of sorting the few of one event.
      const rows = await sql.all<StandingRow>(
        `SELECT webhook_events.*,
           (SELECT failed.id FROM webhook_deliveries AS failed
            WHERE failed.event_id = webhook_events.id AND failed.webhook_id = ? AND failed.status = 'FAILED'
            ORDER BY failed.created_at + 0 DESC, failed.id DESC LIMIT 1) AS failed_id,
           (SELECT COUNT(*) FROM webhook_deliveries AS other
            WHERE other.event_id = webhook_events.id
              AND (other.webhook_id IS NULL OR (other.webhook_id = ? AND other.status <> 'FAILED'))) AS settled
         FROM webhook_events
         WHERE merchant_id = ? AND environment = ? AND (created_at, id) > (?, ?) AND created_at < ?
         ORDER BY created_at, id LIMIT ?`,
        webhookId,
        webhookId,
        merchantId,
        environment,
        after.at,
        after.id,
        until,
        limit,
      )
      return rows.map((row) => ({
        event: toEvent(row),
        failedId: row.failed_id,
        isHandled: row.settled > 0n,
      }))
    },
  }
}

const toRecovery = (row: Row): Recovery => ({
  id: row.id,
  webhookId: row.webhook_id,
  since: Number(row.since_at),
  until: Number(row.until_at),
  isUntilGiven: row.until_given === 1n,
  includesMissing: row.with_missing === 1n,
  place: { at: Number(row.place_at), id: row.place_id },
  redelivered: Number(row.redelivered),
  missing: Number(row.missing),
  startedAt: Number(row.started_at),
  finishedAt: instantOrNull(row.finished_at),
})
