import type { WebhookDeliveryTable } from '../../../domain/store/webhook-tables.js'
import type { DueDelivery } from '../../../domain/webhooks/webhook.js'
import { flag, inBatches, placeholders, type Sql } from '../../sql.js'
import { type DeliveryRow, WITH_EVENTS } from './delivery-rows.js'
import { IS_FREE, lowerDueTimesOfLeased } from './webhook-targets.js'

const COUNT_LEASES = `SELECT COUNT(*) AS leases FROM webhook_deliveries
  WHERE target = ? AND claimed_by IS NOT NULL AND claimed_until > ? AND claimed_until <= ?`

type DeliveryClaims = Pick<
  WebhookDeliveryTable,
  'countLeases' | 'countWaiting' | 'findDue' | 'claim' | 'record' | 'release'
>

/** How the dispatcher finds due deliveries, claims them, and records their attempts. */
export function deliveryClaims(sql: Sql): DeliveryClaims {
  return {
    async countLeases(target, { now, until }) {
      const row = await sql.get<{ leases: bigint }>(COUNT_LEASES, target, now, until)
      return Number(row?.leases ?? 0)
    },
    async countWaiting(target, atMost) {
      const text = `SELECT id FROM webhook_deliveries WHERE target = ? AND status = 'PENDING' AND held = 0 LIMIT ?`
      return (await sql.all(text, target, atMost)).length
    },
    async findDue({ target, dueAt, standing: { now, until }, limit }) {
      const rows = await sql.all<DueRow>(
        `SELECT webhook_deliveries.id AS id, attempts, event, body, traceparent,
           COALESCE(webhook_deliveries.url, webhook_endpoints.url) AS url, (${COUNT_LEASES}) AS leases
         FROM ${WITH_EVENTS} LEFT JOIN webhook_endpoints ON webhook_endpoints.id = webhook_id
           LEFT JOIN traces ON traces.subject = webhook_events.subject
         WHERE target = ? AND status = 'PENDING' AND held = 0
           AND next_attempt_at <= ? AND ${IS_FREE}
         ORDER BY next_attempt_at, webhook_deliveries.id LIMIT ?`,
        target,
        now,
        until,
        target,
        dueAt,
        now,
        until,
        limit,
      )
      const [first] = rows
      return { due: rows.map((row) => toDue(row, target)), leases: first && Number(first.leases) }
    },
    async claim(ids, { owner, until, standing }) {
      const claimed: string[] = []
      for (const batch of inBatches(ids)) {
        const places = placeholders(batch.length)
        // Repeats the condition that a row is free: when two claimers have found the same row, only one gets it.
        const count = await sql.run(
          `UPDATE webhook_deliveries SET claimed_by = ?, claimed_until = ?
           WHERE id IN (${places}) AND status = 'PENDING' AND ${IS_FREE}`,
          owner,
          until,
          ...batch,
          standing.now,
          standing.until,
        )
        if (count === batch.length) {
          claimed.push(...batch)
          continue
        }
        const text = `SELECT id FROM webhook_deliveries WHERE id IN (${places}) AND claimed_by = ? AND claimed_until = ?`
        claimed.push(...(await sql.all<{ id: string }>(text, ...batch, owner, until)).map(({ id }) => id))
      }
      return new Set(claimed)
    },
    async record(attempted, owner) {
      const recorded = new Set<string>()
      for (const after of attempted) {
        const updated = await sql.run(
          `UPDATE webhook_deliveries SET status = ?, attempts = ?, next_attempt_at = ?, last_error = ?,
             last_error_detail = ?, error_hidden = ?, delivered_at = ?, ended_at = ?, claimed_by = NULL, claimed_until = 0
           WHERE id = ? AND claimed_by = ? AND attempts = ? AND status = 'PENDING'`,
          after.status,
          after.attempts,
          after.nextAttemptAt,
          after.lastError,
          after.lastErrorDetail,
          flag(after.isErrorHidden),
          after.deliveredAt,
          after.status === 'PENDING' ? null : after.endedAt,
          after.id,
          owner,
          after.attempts - 1,
        )
        if (updated === 1) recorded.add(after.id)
      }
      return recorded
    },
    async release(owner) {
      const [ofOwner, values] = owner === undefined ? ['1 = 1', []] : ['claimed_by = ?', [owner]]
      await lowerDueTimesOfLeased(sql, ofOwner, ...values)
      await sql.run(
        `UPDATE webhook_deliveries SET claimed_by = NULL, claimed_until = 0
         WHERE claimed_by IS NOT NULL AND ${ofOwner}`,
        ...values,
      )
    },
  }
}

/** A due delivery with the columns that its attempt needs. */
interface DueRow extends Pick<DeliveryRow, 'id' | 'attempts' | 'event' | 'body'> {
  url: string
  traceparent: string | null
  leases: bigint
}

const toDue = ({ id, attempts, url, event, body, traceparent }: DueRow, target: string): DueDelivery => ({
  id,
  target,
  attempts: Number(attempts),
  url,
  event,
  body,
  traceparent,
})
