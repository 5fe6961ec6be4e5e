import type { AlertTable, AlertTimes } from '../../../domain/store/attention-tables.js'
import type { AlertEvent } from '../../../domain/webhooks/event-types.js'
import type { Sql } from '../../sql.js'

interface Row {
  id: string
  item_id: string
  event: AlertEvent
  body: string
  attempts: bigint
}

/** Due, not claimed, and the first one of its item that waits. */
const DUE = `next_attempt_at IS NOT NULL AND next_attempt_at <= ? AND (claimed_until <= ? OR claimed_until > ?)
  AND NOT EXISTS (SELECT 1 FROM alerts AS earlier
    WHERE earlier.item_id = alerts.item_id AND earlier.next_attempt_at IS NOT NULL AND earlier.id < alerts.id)`
const FREE = 'next_attempt_at IS NOT NULL AND (claimed_until <= ? OR claimed_until > ?)'

export function alertTable(sql: Sql): AlertTable {
  const dueAt = ({ now, real, latest }: AlertTimes) => [now, real, latest] as const
  return {
    async insert({ id, itemId, event, body, createdAt }) {
      await sql.run(
        `INSERT INTO alerts (id, item_id, event, body, attempts, next_attempt_at, claimed_until, created_at)
         VALUES (?, ?, ?, ?, 0, ?, 0, ?)`,
        id,
        itemId,
        event,
        body,
        createdAt,
        createdAt,
      )
    },
    async hasDue(times) {
      const row = await sql.get(`SELECT id FROM alerts WHERE ${DUE} LIMIT 1`, ...dueAt(times))
      return row !== undefined
    },
    // The condition is repeated outside the sub-select, since the row may have changed after it was picked.
    async claim({ until, limit, ...times }) {
      const rows = await sql.all<Row>(
        `UPDATE alerts SET claimed_until = ? WHERE id IN (SELECT id FROM alerts WHERE ${DUE}
           ORDER BY next_attempt_at, id LIMIT ?) AND ${FREE} RETURNING id, item_id, event, body, attempts`,
        until,
        ...dueAt(times),
        limit,
        times.real,
        times.latest,
      )
      return rows.map(({ item_id: itemId, attempts, ...row }) => ({
        ...row,
        itemId,
        attempts: Number(attempts),
      }))
    },
    async record({ id, attempts, nextAttemptAt }) {
      await sql.run(
        `UPDATE alerts SET attempts = ?, next_attempt_at = ?, claimed_until = 0
         WHERE id = ? AND attempts = ? AND next_attempt_at IS NOT NULL`,
        attempts,
        nextAttemptAt,
        id,
        attempts - 1,
      )
    },
    async release(ids) {
      for (const id of ids) await sql.run('UPDATE alerts SET claimed_until = 0 WHERE id = ?', id)
    },
    async purge(until) {
      await sql.run('DELETE FROM alerts WHERE created_at <= ?', until)
    },
  }
}
