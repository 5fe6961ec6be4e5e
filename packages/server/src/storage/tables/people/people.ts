import type { Person } from '../../../domain/people/person.js'
import { usdt } from '../../../domain/shared/money.js'
import type { PersonRole } from '../../../domain/shared/person-role.js'
import type { PeopleTable } from '../../../domain/store/people-tables.js'
import { instantOrNull, type Sql } from '../../sql.js'

export interface PersonRow {
  id: string
  merchant_id: string
  mail: string
  name: string
  role: PersonRole
  invited_at: bigint
  used_at: bigint | null
  owner_since: bigint | null
  waits_until: bigint | null
  language: string | null
  notices: string | null
  summarized_day: string | null
  chat_id: string | null
  chat_name: string | null
  chat_since: bigint | null
}

export const peopleTable = (sql: Sql): PeopleTable => ({
  async insert({ id, merchantId, mail, name, role, invitedAt, usedAt, ownerSince, waitsUntil }) {
    await sql.run(
      `INSERT INTO people (id, merchant_id, mail, name, role, invited_at, used_at, owner_since, waits_until)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, merchantId, mail, name, role, invitedAt, usedAt, ownerSince, waitsUntil],
    )
  },
  async find(id) {
    const row = await sql.get<PersonRow>('SELECT * FROM people WHERE id = ? AND removed_at IS NULL', id)
    return row && toPerson(row)
  },
  async list(merchantId) {
    const text = 'SELECT * FROM people WHERE merchant_id = ? AND removed_at IS NULL ORDER BY name, id'
    return (await sql.all<PersonRow>(text, merchantId)).map(toPerson)
  },
  async listByMail(mail) {
    const text = 'SELECT * FROM people WHERE mail = ? AND removed_at IS NULL ORDER BY invited_at, id'
    return (await sql.all<PersonRow>(text, mail)).map(toPerson)
  },
  async listChoosing(notice) {
    const text = 'SELECT * FROM people WHERE removed_at IS NULL AND notices LIKE ? ORDER BY merchant_id, id'
    return (await sql.all<PersonRow>(text, `%${notice}%`)).map(toPerson)
  },
  async setNotices(id, notices) {
    await sql.run('UPDATE people SET notices = ? WHERE id = ?', notices, id)
  },
  async setLanguage(id, language) {
    await sql.run('UPDATE people SET language = ? WHERE id = ?', language, id)
  },
  async noteSummary(id, day) {
    const isNew = '(summarized_day IS NULL OR summarized_day <> ?)'
    const text = `UPDATE people SET summarized_day = ? WHERE id = ? AND ${isNew}`
    return (await sql.run(text, day, id, day)) === 1
  },
  async setRole(id, role, ownerSince) {
    await sql.run('UPDATE people SET role = ?, owner_since = ? WHERE id = ?', role, ownerSince, id)
  },
  async setWait(id, until) {
    await sql.run('UPDATE people SET waits_until = ? WHERE id = ?', until, id)
  },
  async listWaiting(merchantId, now) {
    const text =
      'SELECT * FROM people WHERE merchant_id = ? AND removed_at IS NULL AND waits_until > ? ORDER BY name, id'
    return (await sql.all<PersonRow>(text, merchantId, now)).map(toPerson)
  },
  async listNewOwners(since, limit) {
    const text =
      'SELECT * FROM people WHERE owner_since > ? AND removed_at IS NULL ORDER BY owner_since DESC, id LIMIT ?'
    return (await sql.all<PersonRow>(text, since, limit)).map(toPerson)
  },
  async listAll(limit) {
    const text = 'SELECT * FROM people WHERE removed_at IS NULL ORDER BY merchant_id, name, id LIMIT ?'
    return (await sql.all<PersonRow>(text, limit)).map(toPerson)
  },
  async noteUse(id, at) {
    await sql.run('UPDATE people SET used_at = ? WHERE id = ?', at, id)
  },
  async remove(id, at) {
    await sql.run('UPDATE people SET removed_at = ? WHERE id = ?', at, id)
  },
  async countInvited(merchantId, since) {
    const text = 'SELECT COUNT(*) AS total FROM people WHERE merchant_id = ? AND invited_at > ?'
    const row = await sql.get<{ total: bigint }>(text, merchantId, since)
    return Number(row?.total ?? 0)
  },
  async findRefundLimit(merchantId) {
    const text = 'SELECT amount FROM refund_limits WHERE merchant_id = ?'
    const row = await sql.get<{ amount: bigint }>(text, merchantId)
    return row && usdt(row.amount)
  },
  async setRefundLimit(merchantId, limit) {
    await sql.run(
      `INSERT INTO refund_limits (merchant_id, amount) VALUES (?, ?)
       ON CONFLICT (merchant_id) DO UPDATE SET amount = excluded.amount`,
      merchantId,
      limit,
    )
  },
})

export const toPerson = (row: PersonRow): Person => ({
  id: row.id,
  merchantId: row.merchant_id,
  mail: row.mail,
  name: row.name,
  role: row.role,
  invitedAt: Number(row.invited_at),
  usedAt: instantOrNull(row.used_at),
  ownerSince: instantOrNull(row.owner_since),
  waitsUntil: instantOrNull(row.waits_until),
  language: row.language,
  notices: row.notices,
  summarizedDay: row.summarized_day,
  chat: row.chat_id === null ? null : { id: row.chat_id, name: row.chat_name, since: Number(row.chat_since) },
})
