import type { ClaimedMessage } from '../../../domain/messages/message.js'
import type { MessageTable } from '../../../domain/store/message-tables.js'
import type { Sql } from '../../sql.js'
import { sendQueue } from '../shared/send-queue.js'

interface Row {
  id: string
  sealed_content: string
  attempts: bigint
  created_at: bigint
}

export const messageTable = (sql: Sql): MessageTable => ({
  async insert({ id, channel, personId, sealedContent, dueAt, createdAt }) {
    await sql.run(
      `INSERT INTO messages (id, channel, person_id, sealed_content, attempts, next_attempt_at, claimed_until, created_at)
       VALUES (?, ?, ?, ?, 0, ?, 0, ?)`,
      ...[id, channel, personId, sealedContent, dueAt, createdAt],
    )
  },
  queue: (channel) =>
    sendQueue(sql, {
      table: 'messages',
      columns: 'sealed_content, created_at',
      where: `channel = '${channel}'`,
      isDeletedAtEnd: true,
      toItem: ({ id, sealed_content, attempts, created_at }: Row): ClaimedMessage => ({
        id,
        sealedContent: sealed_content,
        attempts: Number(attempts),
        createdAt: Number(created_at),
      }),
    }),
  async purge(until) {
    await sql.run('DELETE FROM messages WHERE created_at <= ?', until)
  },
  async deleteOf(personId) {
    await sql.run('DELETE FROM messages WHERE person_id = ?', personId)
  },
  async deleteEvery() {
    await sql.run('DELETE FROM messages')
  },
})
