import { type ListTotal, scopeName } from '../../../domain/shared/types.js'
import type { DeliveryListFilter, WebhookDeliveryTable } from '../../../domain/store/webhook-tables.js'
import type { WebhookEvent } from '../../../domain/webhooks/webhook.js'
import type { Changes } from '../../changes.js'
import { isWithoutFilter, totalOf } from '../../list-ranges.js'
import { pageQuery } from '../../page-clause.js'
import { flag, inBatches, placeholders, type Sql } from '../../sql.js'
import { deliveriesTo, type ListCounts } from '../shared/list-counts.js'
import { deliveryClaims } from './delivery-claims.js'
import { countQuery, listQuery } from './delivery-lists.js'
import { type DeliveryRow, SELECT_DELIVERIES, toDeliveryWithEvent, WITH_EVENTS } from './delivery-rows.js'
import { askForRevalidation, lowerDueTimesWhere, noteNewDelivery } from './webhook-targets.js'

const LIST_BY_SUBJECT = {
  select: SELECT_DELIVERIES,
  table: 'webhook_deliveries',
  from: WITH_EVENTS,
  where: 'subject = ?',
}

export function webhookDeliveryTable(sql: Sql, changes: Changes, counts: ListCounts): WebhookDeliveryTable {
  async function insertEvent(event: WebhookEvent, position: number | null) {
    await sql.run(
      `INSERT INTO webhook_events (id, merchant_id, environment, event, subject, body, created_at, position)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      event.id,
      event.merchantId,
      event.environment,
      event.event,
      event.subject,
      event.body,
      event.createdAt,
      position,
    )
    changes.deliveries = true
    changes.environments.add(scopeName(event))
  }
  async function countListed(webhookId: string, filter: DeliveryListFilter): Promise<ListTotal> {
    if (isWithoutFilter(filter)) return counts.listTotal(deliveriesTo(webhookId))
    return totalOf(sql, countQuery(webhookId, filter))
  }
  return {
    insertEvent: (event) => insertEvent(event, null),
    insertUnlistedEvent: (event) => insertEvent(event, 0),
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
      await noteNewDelivery(sql, delivery)
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
    async list(webhookId, filter, page) {
      return (await sql.all<DeliveryRow>(...listQuery(webhookId, filter, page))).map(toDeliveryWithEvent)
    },
    async count(webhookId, filter) {
      if (filter.status !== 'DELIVERED') return countListed(webhookId, filter)
      // All but the others, whose index is small: most deliveries are DELIVERED.
      const all = await countListed(webhookId, { ...filter, status: undefined })
      const pending = await countListed(webhookId, { ...filter, status: 'PENDING' })
      const failed = await countListed(webhookId, { ...filter, status: 'FAILED' })
      if ([all, pending, failed].some(({ isAtLeast }) => isAtLeast)) return countListed(webhookId, filter)
      return { total: all.total - pending.total - failed.total, isAtLeast: false }
    },
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
    ...deliveryClaims(sql),
    async releaseHeld(environment) {
      const held = 'held = 1 AND waits_for = ?'
      const scope = scopeName(environment)
      // Only of the targets whose due times were lowered: other deliveries would be released and not found.
      for (const batch of inBatches(await lowerDueTimesWhere(sql, held, scope))) {
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
        await askForRevalidation(sql, target, realAt)
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
