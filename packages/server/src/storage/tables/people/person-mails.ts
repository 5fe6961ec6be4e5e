import type { PersonMailTable } from '../../../domain/store/people-tables.js'
import type { Sql } from '../../sql.js'
import { encryptedRows } from '../secrets/encrypted-rows.js'

export const personMailTable = (sql: Sql): PersonMailTable => ({
  ...encryptedRows(sql, 'person_mails', 'id'),
  async put({ id, merchantId, sealedSecret }) {
    await sql.run(
      `INSERT INTO person_mails (id, merchant_id, environment, sealed_secret) VALUES (?, ?, 'live', ?)
       ON CONFLICT (id) DO UPDATE SET sealed_secret = excluded.sealed_secret`,
      ...[id, merchantId, sealedSecret],
    )
  },
  async find(id) {
    const text = 'SELECT sealed_secret FROM person_mails WHERE id = ?'
    const row = await sql.get<{ sealed_secret: string }>(text, id)
    return row && { sealedSecret: row.sealed_secret }
  },
  async delete(id) {
    await sql.run('DELETE FROM person_mails WHERE id = ?', id)
  },
  async deleteEvery() {
    await sql.run('DELETE FROM person_mails')
  },
})
