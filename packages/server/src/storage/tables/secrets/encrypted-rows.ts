import { scopesIn } from '../../../domain/shared/key-scope.js'
import type { EncryptedRow, EncryptedTableName } from '../../../domain/secrets/encrypted-row.js'
import type { Environment } from '../../../domain/shared/types.js'
import type { EncryptedTable } from '../../../domain/store/encrypted-table.js'
import type { Sql } from '../../sql.js'

interface Row {
  id: string
  merchant_id: string
  environment: Environment
  sealed_secret: string
  scopes: string | null
}

/** Reads and replaces the encrypted secrets of a table. @param id its primary key */
export function encryptedRows(sql: Sql, table: EncryptedTableName, id: 'key_id' | 'id'): EncryptedTable {
  const columns = `${table}.${id} AS id, ${table}.merchant_id, environment, sealed_secret, ${
    table === 'api_keys' ? 'scopes' : 'NULL AS scopes'
  }`
  return {
    async listEncrypted(after, limit) {
      const text = `SELECT ${columns} FROM ${table} WHERE ${id} > ? ORDER BY ${id} LIMIT ?`
      return (await sql.all<Row>(text, after, limit)).map(toEncryptedRow)
    },
    async replaceSecret({ id: key, merchantId, sealedSecret }, replacement) {
      const updated = await sql.run(
        `UPDATE ${table} SET sealed_secret = ? WHERE ${id} = ? AND merchant_id = ? AND sealed_secret = ?`,
        replacement,
        key,
        merchantId,
        sealedSecret,
      )
      return updated === 1
    },
    async listUnbound(after, limit) {
      const text = `SELECT ${columns} FROM unbound_secrets
         JOIN ${table} ON ${table}.${id} = unbound_secrets.id AND ${table}.merchant_id = unbound_secrets.merchant_id
         WHERE unbound_secrets.id > ? ORDER BY unbound_secrets.id LIMIT ?`
      return (await sql.all<Row>(text, after, limit)).map(toEncryptedRow)
    },
    async markBound(key) {
      await sql.run('DELETE FROM unbound_secrets WHERE id = ?', key)
    },
  }
}

const toEncryptedRow = (row: Row): EncryptedRow => ({
  id: row.id,
  merchantId: row.merchant_id,
  environment: row.environment,
  scopes: row.scopes === null ? undefined : scopesIn(row.scopes.split(',')),
  sealedSecret: row.sealed_secret,
})
