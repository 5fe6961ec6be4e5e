import type { QueuedItem, QueueTimes, SendQueue } from '../../../domain/store/send-queue.js'
import type { Columns, Sql } from '../../sql.js'

interface QueueOptions<Row, Item> {
  readonly table: 'alerts' | 'messages'
  /** Of a claimed row, besides `id` and `attempts`. */
  readonly columns: string
  readonly toItem: (row: Row) => Item
  /** A further condition of a due row. */
  readonly where: string
  /** Whether the row of a message is deleted once it is sent or dropped. */
  readonly isDeletedAtEnd: boolean
}

const FREE = 'next_attempt_at IS NOT NULL AND (claimed_until <= ? OR claimed_until > ?)'

/** A table of messages as a queue of several servers. */
export function sendQueue<
  Row extends Columns<Row> & { id: string; attempts: bigint },
  Item extends QueuedItem,
>(sql: Sql, { table, columns, toItem, where, isDeletedAtEnd }: QueueOptions<Row, Item>): SendQueue<Item> {
  const due = `${where} AND next_attempt_at <= ? AND ${FREE}`
  const dueAt = ({ now, real, latest }: QueueTimes) => [now, real, latest] as const
  return {
    async hasDue(times) {
      return (await sql.get(`SELECT id FROM ${table} WHERE ${due} LIMIT 1`, ...dueAt(times))) !== undefined
    },
    // The condition is repeated outside the sub-select, since the row may have changed after it was picked.
    async claim({ until, limit, ...times }) {
      const rows = await sql.all<Row>(
        `UPDATE ${table} SET claimed_until = ? WHERE id IN (SELECT id FROM ${table} WHERE ${due}
           ORDER BY next_attempt_at, id LIMIT ?) AND ${FREE} RETURNING id, attempts, ${columns}`,
        ...[until, ...dueAt(times), limit, times.real, times.latest],
      )
      return rows.map(toItem)
    },
    async record({ id, attempts, nextAttemptAt }) {
      const isClaimed = 'id = ? AND attempts = ? AND next_attempt_at IS NOT NULL'
      if (nextAttemptAt === null && isDeletedAtEnd)
        await sql.run(`DELETE FROM ${table} WHERE ${isClaimed}`, id, attempts - 1)
      else
        await sql.run(
          `UPDATE ${table} SET attempts = ?, next_attempt_at = ?, claimed_until = 0 WHERE ${isClaimed}`,
          ...[attempts, nextAttemptAt, id, attempts - 1],
        )
    },
    async release(ids) {
      for (const id of ids) await sql.run(`UPDATE ${table} SET claimed_until = 0 WHERE id = ?`, id)
    },
  }
}
