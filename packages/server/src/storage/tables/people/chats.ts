import type { ChatTable } from '../../../domain/store/people-tables.js'
import type { Sql } from '../../sql.js'
import { type PersonRow, toPerson } from './people.js'

const NO_CHAT = 'chat_id = NULL, chat_name = NULL, chat_since = NULL'

export const chatTable = (sql: Sql): ChatTable => ({
  async putCode(personId, hash, until) {
    await sql.run('UPDATE people SET chat_code = ?, chat_code_until = ? WHERE id = ?', hash, until, personId)
  },
  async useCode(hash, now) {
    const [row] = await sql.all<PersonRow>(
      `UPDATE people SET chat_code = NULL, chat_code_until = NULL
       WHERE chat_code = ? AND chat_code_until > ? AND removed_at IS NULL RETURNING *`,
      hash,
      now,
    )
    return row && toPerson(row)
  },
  async link(personId, { id, name, since }) {
    const text = 'UPDATE people SET chat_id = ?, chat_name = ?, chat_since = ? WHERE id = ?'
    await sql.run(text, id, name, since, personId)
  },
  async listPeople(chatId) {
    const text = 'SELECT * FROM people WHERE chat_id = ? AND removed_at IS NULL ORDER BY merchant_id, id'
    return (await sql.all<PersonRow>(text, chatId)).map(toPerson)
  },
  async end(personId, chatId) {
    const text = `UPDATE people SET ${NO_CHAT} WHERE id = ? AND chat_id = ?`
    return (await sql.run(text, personId, chatId)) === 1
  },
  async endEvery() {
    await sql.run(`UPDATE people SET ${NO_CHAT}, chat_code = NULL, chat_code_until = NULL`)
  },
  async findBotName() {
    return (await sql.get<{ name: string | null }>('SELECT name FROM chat_bots'))?.name ?? null
  },
  async setBotName(name) {
    await sql.run('UPDATE chat_bots SET name = ?', name)
  },
  async claim({ real, latest, until }) {
    const text = 'UPDATE chat_bots SET claimed_until = ? WHERE claimed_until <= ? OR claimed_until > ?'
    return (await sql.run(text, until, real, latest)) === 1
  },
  async release() {
    await sql.run('UPDATE chat_bots SET claimed_until = 0')
  },
})
