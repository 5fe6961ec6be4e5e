import { tryDecrypt, type Vault } from '../shared/vault.js'
import type { EncryptedTable } from '../store/encrypted-table.js'
import type { Store } from '../store/store.js'
import { encryptedTableOf, type Tx } from '../store/unit-of-work.js'
import { ENCRYPTED_TABLES, type EncryptedRow, type EncryptedTableName } from './encrypted-row.js'
import { encryptionContext } from './encryption-context.js'

/** Rows per transaction. */
const BATCH = 200

/**
 * Binds secrets to their merchant that were bound only to their row and environment when the database was upgraded. Such
 * secrets are decrypted only here, only for rows that the upgrade listed, and only while the row has the merchant that it had
 * then. An attacker with write access to the database and a secret encrypted before the upgrade can list a row again;
 * rotating the keys in old backups prevents that. A row that cannot be decrypted is left for a vault that can.
 *
 * @returns the number of secrets that were encrypted again
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
