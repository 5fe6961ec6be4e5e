import type { Area, Sealed, Session, SignInLink } from '../../../domain/sessions/session.js'
import type { SessionTable } from '../../../domain/store/session-tables.js'
import type { Sql } from '../../sql.js'

interface LinkRow {
  hash: string
  area: Area
  holder: string
  grants: string
  expires_at: bigint
  seal: string | null
}
interface SessionRow extends LinkRow {
  id: string
  language: string | null
  created_at: bigint
  used_at: bigint | null
  device: string | null
}

export const sessionTable = (sql: Sql): SessionTable => ({
  async insertLink({ hash, area, holder, grants, expiresAt, seal }) {
    await sql.run(
      'INSERT INTO sign_in_links (hash, area, holder, grants, expires_at, seal) VALUES (?, ?, ?, ?, ?, ?)',
      hash,
      area,
      holder,
      grants,
      expiresAt,
      seal,
    )
  },
  async findLink(area, hash, at) {
    const text = 'SELECT * FROM sign_in_links WHERE area = ? AND hash = ? AND expires_at > ?'
    const row = await sql.get<LinkRow>(text, area, hash, at)
    return row && toLink(row)
  },
  async takeLink(area, hash, at) {
    const row = await sql.get<LinkRow>(
      'DELETE FROM sign_in_links WHERE area = ? AND hash = ? AND expires_at > ? RETURNING *',
      area,
      hash,
      at,
    )
    return row && toLink(row)
  },
  async deleteLinks(area, holder) {
    await sql.run('DELETE FROM sign_in_links WHERE area = ? AND holder = ?', area, holder)
  },
  async insert({ id, hash, area, holder, grants, createdAt, expiresAt, usedAt, device, seal }) {
    await sql.run(
      `INSERT INTO page_sessions (id, hash, area, holder, grants, created_at, expires_at, used_at, device, seal)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, hash, area, holder, grants, createdAt, expiresAt, usedAt, device, seal],
    )
  },
  async find(area, hash, at) {
    const text = 'SELECT * FROM page_sessions WHERE area = ? AND hash = ? AND expires_at > ?'
    const row = await sql.get<SessionRow>(text, area, hash, at)
    return row && toSession(row)
  },
  async list(at) {
    const text = 'SELECT * FROM page_sessions WHERE expires_at > ? ORDER BY id DESC'
    return (await sql.all<SessionRow>(text, at)).map(toSession)
  },
  async listOf(area, holder, at) {
    const text =
      'SELECT * FROM page_sessions WHERE area = ? AND holder = ? AND expires_at > ? ORDER BY created_at DESC, id'
    return (await sql.all<SessionRow>(text, area, holder, at)).map(toSession)
  },
  async noteUse(id, at) {
    await sql.run('UPDATE page_sessions SET used_at = ? WHERE id = ?', at, id)
  },
  async setLanguage(id, language) {
    await sql.run('UPDATE page_sessions SET language = ? WHERE id = ?', language, id)
  },
  async delete(id) {
    const row = await sql.get<SessionRow>('DELETE FROM page_sessions WHERE id = ? RETURNING *', id)
    return row && toSession(row)
  },
  async deleteEvery() {
    await sql.run('DELETE FROM sign_in_links')
    await sql.run('DELETE FROM page_sessions')
  },
  async purge(until) {
    await sql.run('DELETE FROM sign_in_links WHERE expires_at <= ?', until)
    await sql.run('DELETE FROM page_sessions WHERE expires_at <= ?', until)
  },
})

const toLink = ({ expires_at, ...row }: LinkRow): Sealed<SignInLink> => ({
  ...row,
  expiresAt: Number(expires_at),
})

const toSession = ({ created_at, expires_at, used_at, ...row }: SessionRow): Sealed<Session> => ({
  ...row,
  createdAt: Number(created_at),
  expiresAt: Number(expires_at),
  usedAt: Number(used_at ?? created_at),
})
