import { type Environment, scopeName } from '../../../domain/shared/types.js'
import type { WebhookDeliveryTable } from '../../../domain/store/webhook-tables.js'
import type { EventType } from '../../../domain/webhooks/event-types.js'
import type {
  Delivery,
  DeliveryWithEvent,
  DueDelivery,
  WebhookEvent,
} from '../../../domain/webhooks/webhook.js'
import type { Changes } from '../../changes.js'
import { pageQuery } from '../../page-clause.js'
import { flag, inBatches, instantOrNull, placeholders, type Sql } from '../../sql.js'
import { deliveriesTo, type ListCounts } from '../shared/list-counts.js'
import { IS_FREE, markClaimed, markTarget, markUnsure, markWhere } from './webhook-targets.js'

export interface DeliveryRow {
  id: string
  event_id: string
  webhook_id: string | null
  url: string | null
  redelivery_of: string | null
  target: string
  held: bigint
  status: Delivery['status']
  attempts: bigint
  next_attempt_at: bigint | null
  last_error: string | null
  last_error_detail: string | null
  error_hidden: bigint
  delivered_at: bigint | null
  created_at: bigint
  merchant_id: string
  environment: Environment
  event: EventType
  subject: string
  body: string
  event_created_at: bigint
}

const WITH_EVENTS =
  'webhook_deliveries JOIN webhook_events ON webhook_events.id = webhook_deliveries.event_id'
export const DELIVERY_COLUMNS = `webhook_deliveries.*, merchant_id, environment, event, subject, body,
    webhook_events.created_at AS event_created_at`
export const SELECT_DELIVERIES = `SELECT ${DELIVERY_COLUMNS} FROM ${WITH_EVENTS}`

const COUNT_LEASES = `SELECT COUNT(*) AS leases FROM webhook_deliveries
  WHERE target = ? AND claimed_by IS NOT NULL AND claimed_until > ? AND claimed_until <= ?`

const LIST = { select: SELECT_DELIVERIES, table: 'webhook_deliveries', where: 'webhook_id = ?' }
const LIST_BY_SUBJECT = { ...LIST, from: WITH_EVENTS, where: 'subject = ?' }

export function webhookDeliveryTable(sql: Sql, changes: Changes, counts: ListCounts): WebhookDeliveryTable {
  return {
    async insertEvent(event) {
      await sql.run(
        `INSERT INTO webhook_events (id, merchant_id, environment, event, subject, body, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        event.id,
        event.merchantId,
        event.environment,
        event.event,
        event.subject,
        event.body,
        event.createdAt,
      )
      changes.deliveries = true
      changes.environments.add(scopeName(event))
    },
    async insert(delivery, scope) {
      await sql.run(
        `INSERT INTO webhook_deliveries (id, event_id, webhook_id, url, redelivery_of, target, held, waits_for, status,
           attempts, next_attempt_at, last_error, claimed_until, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT merchant_id || '/' || environment FROM webhook_events WHERE id = ?), ?, ?,
           ?, ?, 0, ?)`,
        delivery.id,
        delivery.eventId,
        delivery.webhookId,
        delivery.url,
        delivery.redeliveryOf,
        delivery.target,
        flag(delivery.isHeld),
        delivery.isHeld ? delivery.eventId : null,
        delivery.status,
        delivery.attempts,
        delivery.nextAttemptAt,
        delivery.lastError,
        delivery.createdAt,
      )
      await markTarget(sql, delivery)
      if (delivery.redeliveryOf !== null) {
        await sql.run(
          `UPDATE webhook_deliveries SET handled = 1
           WHERE event_id = ? AND target = ? AND status = 'FAILED' AND handled = 0`,
          delivery.eventId,
          delivery.target,
        )
      }
      if (delivery.webhookId !== null) await counts.add(deliveriesTo(delivery.webhookId), 1)
      changes.deliveries = true
      changes.environments.add(scopeName(scope))
    },
    async list(webhookId, page) {
      return (await sql.all<DeliveryRow>(...pageQuery(LIST, [webhookId], page))).map(toDeliveryWithEvent)
    },
    count: (webhookId) => counts.total(deliveriesTo(webhookId)),
    async listBySubject(subject, page) {
      return (await sql.all<DeliveryRow>(...pageQuery(LIST_BY_SUBJECT, [subject], page))).map(
        toDeliveryWithEvent,
      )
    },
    async countBySubject(subject) {
      const text = `SELECT COUNT(*) AS total FROM ${WITH_EVENTS} WHERE subject = ?`
      return Number((await sql.get<{ total: bigint }>(text, subject))?.total ?? 0)
    },
    async find(webhookId, id) {
      const row = await sql.get<DeliveryRow>(
        `${SELECT_DELIVERIES} WHERE webhook_deliveries.id = ? AND webhook_id = ?`,
        id,
        webhookId,
      )
      return row && toDeliveryWithEvent(row)
    },
    async failPending(target, error, at) {
      // Lock order: a target before its deliveries.
      await sql.run(
        'UPDATE webhook_targets SET next_due_at = NULL, unsure_since = NULL WHERE target = ?',
        target,
      )
      await sql.run(
        "UPDATE webhook_deliveries SET handled = 1 WHERE target = ? AND status = 'FAILED' AND handled = 0",
        target,
      )
      // One statement for each of the two indexes on targets.
      for (const held of [0, 1]) {
        await sql.run(
          `UPDATE webhook_deliveries SET status = 'FAILED', handled = 1, held = 0, next_attempt_at = NULL, last_error = ?,
             last_error_detail = NULL, ended_at = ?, claimed_by = NULL, claimed_until = 0
           WHERE target = ? AND status = 'PENDING' AND held = ${held}`,
          error,
          at,
          target,
        )
      }
    },
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
        const marks = placeholders(batch.length)
        // Repeats the condition that a row is free: when two claimers have found the same row, only one gets it.
        const count = await sql.run(
          `UPDATE webhook_deliveries SET claimed_by = ?, claimed_until = ?
           WHERE id IN (${marks}) AND status = 'PENDING' AND ${IS_FREE}`,
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
        const text = `SELECT id FROM webhook_deliveries WHERE id IN (${marks}) AND claimed_by = ? AND claimed_until = ?`
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
    async releaseHeld(environment) {
      const held = 'held = 1 AND waits_for = ?'
      const scope = scopeName(environment)
      // Only of the targets that were marked: a delivery that was released without a mark would not be found.
      for (const batch of inBatches(await markWhere(sql, held, scope))) {
        const text = `UPDATE webhook_deliveries SET held = 0, last_error = NULL
          WHERE ${held} AND target IN (${placeholders(batch.length)})`
        await sql.run(text, scope, ...batch)
        changes.deliveries = true
      }
      // Events without a delivery also waited for the secret.
      changes.environments.add(scope)
    },
    async failHeld({ until, at, realAt, limit }) {
      const held = await sql.all<{ id: string; target: string }>(
        `SELECT id, target FROM webhook_deliveries WHERE held = 1 AND created_at <= ?
         ORDER BY created_at, id LIMIT ?`,
        until,
        limit,
      )
      // Lock order: targets in ascending order, before their deliveries.
      for (const target of [...new Set(held.map((row) => row.target))].sort())
        await markUnsure(sql, target, realAt)
      let ended = 0
      for (const { id } of held) {
        ended += await sql.run(
          `UPDATE webhook_deliveries SET status = 'FAILED', held = 0, next_attempt_at = NULL, ended_at = ?
           WHERE id = ? AND held = 1`,
          at,
          id,
        )
      }
      return ended
    },
    async release(owner) {
      const [ofOwner, values] = owner === undefined ? ['1 = 1', []] : ['claimed_by = ?', [owner]]
      await markClaimed(sql, ofOwner, ...values)
      await sql.run(
        `UPDATE webhook_deliveries SET claimed_by = NULL, claimed_until = 0
         WHERE claimed_by IS NOT NULL AND ${ofOwner}`,
        ...values,
      )
    },
    async purge(until, limit) {
      const purged = await sql.all<{ webhook_id: string | null }>(
        `DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries
           WHERE ended_at IS NOT NULL AND ended_at <= ? ORDER BY ended_at, id LIMIT ?) RETURNING webhook_id`,
        until,
        limit,
      )
      const perEndpoint = new Map<string, number>()
      for (const { webhook_id: id } of purged)
        if (id !== null) perEndpoint.set(id, (perEndpoint.get(id) ?? 0) + 1)
      // Counters are locked in ascending order, as when deliveries are stored.
      for (const id of [...perEndpoint.keys()].sort())
        await counts.add(deliveriesTo(id), -(perEndpoint.get(id) ?? 0))
      return purged.length
    },
    async purgeEvents(until, limit) {
      // COUNT instead of NOT EXISTS, for which PostgreSQL would read both tables completely.
      const purged = await sql.run(
        `DELETE FROM webhook_events WHERE id IN (SELECT id FROM webhook_events WHERE created_at <= ?
           AND (SELECT COUNT(*) FROM webhook_deliveries WHERE event_id = webhook_events.id) = 0
           ORDER BY created_at, id LIMIT ?)`,
        until,
        limit,
      )
      if (purged > 0) {
        const text = 'UPDATE webhook_retention SET purged_until = ? WHERE purged_until < ?'
        await sql.run(text, until, until)
      }
      return purged
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

export const toDeliveryWithEvent = (row: DeliveryRow): DeliveryWithEvent => ({
  ...toDelivery(row),
  event: toEvent(row),
})

const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  eventId: row.event_id,
  webhookId: row.webhook_id,
  url: row.url,
  redeliveryOf: row.redelivery_of,
  target: row.target,
  isHeld: row.held === 1n,
  status: row.status,
  attempts: Number(row.attempts),
  nextAttemptAt: instantOrNull(row.next_attempt_at),
  lastError: row.last_error,
  lastErrorDetail: row.last_error_detail,
  isErrorHidden: row.error_hidden === 1n,
  deliveredAt: instantOrNull(row.delivered_at),
  createdAt: Number(row.created_at),
})

const toEvent = (row: DeliveryRow): WebhookEvent => ({
  id: row.event_id,
  merchantId: row.merchant_id,
  environment: row.environment,
  event: row.event,
  subject: row.subject,
  body: row.body,
  createdAt: Number(row.event_created_at),
})
