import type { ClaimedAlert } from '../../../domain/attention/alert.js'
import type { AlertTable } from '../../../domain/store/attention-tables.js'
import type { AlertEvent } from '../../../domain/webhooks/event-types.js'
import type { Sql } from '../../sql.js'
import { sendQueue } from '../shared/send-queue.js'

interface Row {
  id: string
  item_id: string
  event: AlertEvent
  body: string
  attempts: bigint
}

/** The first one of its item that waits. */
const FIRST = `NOT EXISTS (SELECT 1 FROM alerts AS earlier
    WHERE earlier.item_id = alerts.item_id AND earlier.next_attempt_at IS NOT NULL AND earlier.id < alerts.id)`

export const alertTable = (sql: Sql): AlertTable => ({
  ...sendQueue(sql, {
    table: 'alerts',
    columns: 'item_id, event, body',
    where: FIRST,
    isDeletedAtEnd: false,
    toItem: ({ item_id: itemId, attempts, ...row }: Row): ClaimedAlert => ({
      ...row,
      itemId,
      attempts: Number(attempts),
    }),
  }),
  async insert({ id, itemId, event, body, createdAt }) {
    await sql.run(
      `INSERT INTO alerts (id, item_id, event, body, attempts, next_attempt_at, claimed_until, created_at)
       VALUES (?, ?, ?, ?, 0, ?, 0, ?)`,
      ...[id, itemId, event, body, createdAt, createdAt],
    )
  },
  async purge(until) {
    await sql.run('DELETE FROM alerts WHERE created_at <= ?', until)
  },
})
