import type { EventListTable } from '../../../domain/store/webhook-tables.js'
import { nextPositions } from '../../../domain/webhooks/event-position.js'
import { inBatches, placeholders, rowPlaceholders, type Sql } from '../../sql.js'
import type { EventRow } from './webhook-events.js'

type NumberedRow = Pick<EventRow, 'id' | 'merchant_id' | 'environment' | 'event' | 'subject' | 'created_at'>

export function eventListTable(sql: Sql): EventListTable {
  return {
    async findLastPosition() {
      const row = await sql.get<{ last_position: bigint }>('SELECT last_position FROM event_numbering')
      return Number(row?.last_position ?? 0)
    },
    async list({ merchantId, environment }, { after, upTo, types, limit }) {
      const isOfType = types ? `AND event IN (${placeholders(types.length)})` : ''
      // The condition of a partial index, which an engine uses only for statements that repeat it.
      const rows = await sql.all<{ position: bigint; body: string }>(
        `SELECT position, body FROM webhook_events
         WHERE merchant_id = ? AND environment = ? AND position > 0 AND position > ? AND position <= ? ${isOfType}
         ORDER BY position LIMIT ?`,
        merchantId,
        environment,
        after,
        upTo,
        ...(types ?? []),
        limit,
      )
      return rows.map(({ position, body }) => ({ position: Number(position), body }))
    },
    async hasUnnumbered() {
      // With a bound, so that the engines search the index instead of scanning it.
      const text = 'SELECT 1 AS found FROM webhook_events WHERE position IS NULL AND created_at > 0 LIMIT 1'
      return (await sql.get(text)) !== undefined
    },
    async number(limit) {
      // The lock comes first: what commits later is read by the next numbering, and gets higher positions.
      const numbering = await sql.get<{ last_position: bigint }>(
        'UPDATE event_numbering SET last_position = last_position RETURNING last_position',
      )
      const rows = await sql.all<NumberedRow>(
        `SELECT id, merchant_id, environment, event, subject, created_at FROM webhook_events
         WHERE position IS NULL ORDER BY created_at, id LIMIT ?`,
        limit,
      )
      const times = rows.map((row) => Number(row.created_at))
      const positions = nextPositions(Number(numbering?.last_position ?? 0), times)
      const numbered = rows.map(({ id }, index) => ({ id, position: positions[index] ?? null }))
      for (const batch of inBatches(numbered)) {
        const values = rowPlaceholders(batch.length, '(?, CAST(? AS BIGINT))')
        await sql.run(
          `UPDATE webhook_events SET position = given.column2 FROM (VALUES ${values}) AS given
           WHERE webhook_events.id = given.column1`,
          ...batch.flatMap(({ id, position }) => [id, position]),
        )
      }
      const last = positions.at(-1)
      if (last !== undefined) await sql.run('UPDATE event_numbering SET last_position = ?', last)
      return rows.map(({ merchant_id: merchantId, created_at: _, ...row }) => ({ ...row, merchantId }))
    },
    async findBody(id) {
      return (await sql.get<{ body: string }>('SELECT body FROM webhook_events WHERE id = ?', id))?.body
    },
    async advance(position) {
      const text = 'UPDATE event_numbering SET last_position = ? WHERE last_position < ?'
      await sql.run(text, position, position)
    },
  }
}
