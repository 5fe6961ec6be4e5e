import type { AttentionKind } from '../../../domain/attention/attention-item.js'
import { usdt } from '../../../domain/shared/money.js'
import type { AttentionItemTable } from '../../../domain/store/attention-tables.js'
import { flag, type Sql } from '../../sql.js'

interface Row {
  key: string
  id: string
  kind: AttentionKind
  subject: string
  since_at: bigint
  amount: bigint | null
  text: string
  command: string
  alerted: bigint
}

export const attentionItemTable = (sql: Sql): AttentionItemTable => ({
  async list() {
    const row = await sql.get<{ revision: bigint }>('SELECT revision FROM attention_revisions WHERE id = 1')
    const rows = await sql.all<Row>('SELECT * FROM attention_items ORDER BY key')
    const items = rows.map(({ since_at, amount, alerted, ...item }) => ({
      ...item,
      sinceAt: Number(since_at),
      amount: amount === null ? null : usdt(amount),
      isAlerted: alerted === 1n,
    }))
    return { items, revision: Number(row?.revision ?? 0) }
  },
  async advance(revision) {
    const text = 'UPDATE attention_revisions SET revision = ? WHERE id = 1 AND revision = ?'
    return (await sql.run(text, revision + 1, revision)) === 1
  },
  async insert(item) {
    await sql.run(
      `INSERT INTO attention_items (key, id, kind, subject, since_at, amount, text, command, alerted)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      item.key,
      item.id,
      item.kind,
      item.subject,
      item.sinceAt,
      item.amount,
      item.text,
      item.command,
      flag(item.isAlerted),
    )
  },
  async markAlerted(key) {
    await sql.run('UPDATE attention_items SET alerted = 1 WHERE key = ?', key)
  },
  async delete(key) {
    await sql.run('DELETE FROM attention_items WHERE key = ?', key)
  },
})
