import type { Passkey } from '../../../domain/people/passkey.js'
import type { PasskeyTable } from '../../../domain/store/people-tables.js'
import type { Sql } from '../../sql.js'
import { encryptedRows } from '../secrets/encrypted-rows.js'

interface Row {
  id: string
  merchant_id: string
  person_id: string
  sealed_secret: string
  device: string | null
  host: string | null
  uses: bigint
  created_at: bigint
}

export const passkeyTable = (sql: Sql): PasskeyTable => ({
  ...encryptedRows(sql, 'passkeys', 'id'),
  async insert({ id, merchantId, personId, sealedSecret, device, host, uses, createdAt }) {
    const inserted = await sql.run(
      `INSERT INTO passkeys (id, merchant_id, person_id, environment, sealed_secret, device, host, uses, created_at)
       VALUES (?, ?, ?, 'live', ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
      ...[id, merchantId, personId, sealedSecret, device, host, uses, createdAt],
    )
    return inserted === 1
  },
  async find(id) {
    const row = await sql.get<Row>('SELECT * FROM passkeys WHERE id = ?', id)
    return row && toPasskey(row)
  },
  async list(personId) {
    const text = 'SELECT * FROM passkeys WHERE person_id = ? ORDER BY created_at, id'
    return (await sql.all<Row>(text, personId)).map(toPasskey)
  },
  async countOfPeople(merchantId) {
    const rows = await sql.all<{ person_id: string; n: bigint }>(
      `SELECT k.person_id, COUNT(*) AS n FROM people p JOIN passkeys k ON k.person_id = p.id
       WHERE p.merchant_id = ? AND p.removed_at IS NULL GROUP BY k.person_id`,
      merchantId,
    )
    return new Map(rows.map(({ person_id, n }) => [person_id, Number(n)]))
  },
  async delete(personId, id) {
    return (await sql.run('DELETE FROM passkeys WHERE person_id = ? AND id = ?', personId, id)) === 1
  },
  async deleteAll(personId) {
    await sql.run('DELETE FROM passkeys WHERE person_id = ?', personId)
  },
  async countUse(id, uses) {
    const text = 'UPDATE passkeys SET uses = ? WHERE id = ? AND (uses < ? OR (uses = 0 AND ? = 0))'
    return (await sql.run(text, uses, id, uses, uses)) === 1
  },
  async countElsewhere(host) {
    const row = await sql.get<{ n: bigint }>('SELECT COUNT(*) AS n FROM passkeys WHERE host <> ?', host)
    return Number(row?.n ?? 0)
  },
  async deleteEvery() {
    await sql.run('DELETE FROM passkeys')
  },
  async claimChallenge(hash, expiresAt, now) {
    await sql.run('DELETE FROM answered_challenges WHERE expires_at <= ?', now)
    const claimed = await sql.run(
      'INSERT INTO answered_challenges (hash, expires_at) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING',
      hash,
      expiresAt,
    )
    return claimed === 1
  },
})

const toPasskey = (row: Row): Passkey => ({
  id: row.id,
  merchantId: row.merchant_id,
  personId: row.person_id,
  sealedSecret: row.sealed_secret,
  device: row.device,
  host: row.host,
  uses: Number(row.uses),
  createdAt: Number(row.created_at),
})
