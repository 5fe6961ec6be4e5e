import { tryDecrypt, type Vault } from '../shared/vault.js'
import type { EncryptedTable } from '../store/encrypted-table.js'
import type { Store } from '../store/store.js'
import { encryptedTableOf, type Tx } from '../store/unit-of-work.js'
import { ENCRYPTED_TABLES, type EncryptedRow, type EncryptedTableName } from './encrypted-row.js'
import { encryptionContext } from './encryption-context.js'

/** Rows of one transaction. */
const BATCH = 200

/**
 * Seals for its merchant what was sealed for its row and environment alone when the database was upgraded. Only here such a
 * seal is opened, only for rows that the upgrade listed, and only with the merchant that they had then: a row that was handed
 * over later stays shut. With write access to the database and a text sealed before the upgrade, a row can be listed again:
 * rotating the keys of old backups ends that. A row that does not open is left for a vault that opens it.
 *
 * @returns how many were sealed anew
 */
export async function bindSecrets(store: Store, vault: Vault): Promise<number> {
  let bound = 0
  for (const table of ENCRYPTED_TABLES) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const place: string = after
      const rows: EncryptedRow[] = await store.read((tx) =>
        encryptedTableOf(tx, table).listUnbound(place, BATCH),
      )
      if (rows.length > 0) bound += await store.write((tx) => bindRows(tx, vault, table, rows))
      after = rows.at(-1)?.id
    }
  }
  return bound
}

async function bindRows(
  tx: Tx,
  vault: Vault,
  name: EncryptedTableName,
  rows: readonly EncryptedRow[],
): Promise<number> {
  const table: EncryptedTable = encryptedTableOf(tx, name)
  let bound = 0
  for (const row of rows) {
    const secret = tryDecrypt(vault, row.sealedSecret, `${name}/${row.id}/${row.environment}`)
    if (secret === undefined) continue
    if (!(await table.replaceSecret(row, vault.encrypt(secret, encryptionContext(name, row))))) continue
    await table.markBound(row.id)
    bound += 1
  }
  return bound
}
