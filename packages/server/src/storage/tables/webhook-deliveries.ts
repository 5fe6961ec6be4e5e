import type { EventType } from '../../domain/events.js'
import type { Environment, Page } from '../../domain/ports.js'
import type { WebhookDeliveryTable } from '../../domain/tables.js'
import type { ToldDelivery } from '../../domain/webhook-history.js'
import type { Delivery, WebhookEvent } from '../../domain/webhooks.js'
import { flag, instantOrNull, placeholders, type Sql } from '../sql.js'
import type { Changes } from '../store.js'

export interface DeliveryRow {
  id: string
  event_id: string
  webhook_id: string | null
  url: string | null
  target: string
  held: bigint
  status: Delivery['status']
  attempts: bigint
  next_attempt_at: bigint | null
  last_error: string | null
  delivered_at: bigint | null
  created_at: bigint
  merchant_id: string
  environment: Environment
  event: EventType
  subject: string
  body: string
  event_created_at: bigint
}

export const SELECT_DELIVERIES = `SELECT webhook_deliveries.*, merchant_id, environment, event, subject, body,
    webhook_events.created_at AS event_created_at
  FROM webhook_deliveries JOIN webhook_events ON webhook_events.id = webhook_deliveries.event_id`

export function webhookDeliveryTable(sql: Sql, changes: Changes): WebhookDeliveryTable {
  const joined = 'webhook_deliveries JOIN webhook_events ON webhook_events.id = webhook_deliveries.event_id'
  const listWhere = async (where: string, value: string, { limit, offset }: Page) => {
    const rows = await sql.all<DeliveryRow>(
      `${SELECT_DELIVERIES} WHERE ${where}
       ORDER BY webhook_deliveries.created_at DESC, webhook_deliveries.id DESC LIMIT ? OFFSET ?`,
      value,
      limit,
      offset,
    )
    const count = await sql.get<{ total: bigint }>(
      `SELECT COUNT(*) AS total FROM ${joined} WHERE ${where}`,
      value,
    )
    return {
      rows: rows.map(toToldDelivery),
      total: Number(count?.total ?? 0),
    }
  }
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
    },
    async insert(delivery) {
      await sql.run(
        `INSERT INTO webhook_deliveries (id, event_id, webhook_id, url, target, held, status, attempts,
           next_attempt_at, claimed_until, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`,
        delivery.id,
        delivery.eventId,
        delivery.webhookId,
        delivery.url,
        delivery.target,
        flag(delivery.isHeld),
        delivery.status,
        delivery.attempts,
        delivery.nextAttemptAt,
        delivery.createdAt,
      )
      changes.deliveries = true
    },
    list: (webhookId, page) => listWhere('webhook_id = ?', webhookId, page),
    listBySubject: (subject, page) => listWhere('subject = ?', subject, page),
    async findDueTarget({ dueAt, now, except }) {
      const others = except.length === 0 ? '' : `AND target NOT IN (${placeholders(except.length)})`
      const row = await sql.get<{ target: string }>(
        `SELECT target FROM webhook_deliveries
         WHERE status = 'PENDING' AND held = 0 AND next_attempt_at <= ? AND claimed_until <= ? ${others}
         ORDER BY next_attempt_at, id LIMIT 1`,
        dueAt,
        now,
        ...except,
      )
      return row?.target
    },
    // What makes a row free is repeated outside the sub-select: two claimers may pick the same row, one gets it.
    async claim({ owner, target, dueAt, now, until, limit }) {
      const claimed = await sql.all<{ id: string }>(
        `UPDATE webhook_deliveries SET claimed_by = ?, claimed_until = ?
         WHERE id IN (SELECT id FROM webhook_deliveries
                      WHERE target = ? AND status = 'PENDING' AND held = 0
                        AND next_attempt_at <= ? AND claimed_until <= ?
                      ORDER BY next_attempt_at, id LIMIT ?)
           AND status = 'PENDING' AND claimed_until <= ? RETURNING id`,
        owner,
        until,
        target,
        dueAt,
        now,
        limit,
        now,
      )
      if (claimed.length === 0) return []
      const rows = await sql.all<DeliveryRow & { target_url: string }>(
        `SELECT due.*, COALESCE(due.url, webhook_endpoints.url) AS target_url FROM (${SELECT_DELIVERIES}) AS due
         LEFT JOIN webhook_endpoints ON webhook_endpoints.id = due.webhook_id
         WHERE due.id IN (${placeholders(claimed.length)}) ORDER BY due.next_attempt_at, due.id`,
        ...claimed.map((row) => row.id),
      )
      return rows.map((row) => ({
        delivery: toDelivery(row),
        url: row.target_url,
        event: toEvent(row),
      }))
    },
    async record(delivery, owner) {
      const updated = await sql.run(
        `UPDATE webhook_deliveries SET status = ?, attempts = ?, next_attempt_at = ?, last_error = ?, delivered_at = ?,
           claimed_by = NULL, claimed_until = 0
         WHERE id = ? AND claimed_by = ? AND attempts = ? AND status = 'PENDING'`,
        delivery.status,
        delivery.attempts,
        delivery.nextAttemptAt,
        delivery.lastError,
        delivery.deliveredAt,
        delivery.id,
        owner,
        delivery.attempts - 1,
      )
      return updated === 1
    },
    async releaseHeld({ merchantId, environment }) {
      const released = await sql.run(
        `UPDATE webhook_deliveries SET held = 0
         WHERE held = 1 AND EXISTS (SELECT 1 FROM webhook_events
           WHERE webhook_events.id = webhook_deliveries.event_id AND merchant_id = ? AND environment = ?)`,
        merchantId,
        environment,
      )
      if (released > 0) changes.deliveries = true
    },
    async release(owner) {
      const ofOwner = owner === undefined ? 'claimed_by IS NOT NULL' : 'claimed_by = ?'
      await sql.run(
        `UPDATE webhook_deliveries SET claimed_by = NULL, claimed_until = 0 WHERE ${ofOwner}`,
        ...(owner === undefined ? [] : [owner]),
      )
    },
  }
}

export const toToldDelivery = (row: DeliveryRow): ToldDelivery => ({
  ...toDelivery(row),
  event: toEvent(row),
})

const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  eventId: row.event_id,
  webhookId: row.webhook_id,
  url: row.url,
  target: row.target,
  isHeld: row.held === 1n,
  status: row.status,
  attempts: Number(row.attempts),
  nextAttemptAt: instantOrNull(row.next_attempt_at),
  lastError: row.last_error,
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
