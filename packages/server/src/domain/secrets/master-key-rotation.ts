import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { tryDecrypt, type Vault } from '../shared/vault.js'
import { encryptedTableOf, type Tx } from '../store/unit-of-work.js'
import { ENCRYPTED_TABLES, type EncryptedRow, type EncryptedTableName } from './encrypted-row.js'
import { encryptionContext } from './encryption-context.js'

/** How far a rotation has come: the last row that was looked at. */
export interface RotationPosition {
  readonly table: EncryptedTableName
  readonly after: string
}
export const ROTATION_START: RotationPosition = { table: 'api_keys', after: '' }

export interface Vaults {
  /** Seals with the new master key alone. */
  readonly current: Vault
  /** Opens what the old one sealed. */
  readonly previous: Vault
}

export interface RotationBatch {
  readonly vaults: Vaults
  readonly position: RotationPosition
  /** Rows that are looked at. */
  readonly limit: number
}
export interface RotationStep {
  readonly changed: number
  /** Rows that neither key opens, as `table/id`. They are left as they are, and out of service. */
  readonly undecryptable: readonly string[]
  /** Where to go on; undefined when everything is sealed with the new key. */
  readonly next: RotationPosition | undefined
}

/**
 * Seals the next rows with the new master key. Rows that it opens already are left as they are, so a rotation that was cut
 * short begins anew and loses nothing.
 */
export async function rotateBatch(
  tx: Tx,
  context: Context,
  { vaults, position: place, limit }: RotationBatch,
  { actor }: Mandate,
): Promise<RotationStep> {
  const rows = await encryptedTableOf(tx, place.table).listEncrypted(place.after, limit)
  const unopened: string[] = []
  let changed = 0
  for (const row of rows) {
    const outcome = await reencrypt(tx, vaults, place.table, row)
    if (outcome === 'changed') changed += 1
    if (outcome === 'unopened') unopened.push(`${place.table}/${row.id}`)
  }
  if (changed > 0) {
    const deed = { actor, action: 'keys rotate-master', subject: place.table, details: { rows: changed } }
    await audit(tx, context, deed)
  }
  const last = rows.length < limit ? undefined : rows.at(-1)
  return { changed, undecryptable: unopened, next: last ? { ...place, after: last.id } : tableAfter(place) }
}

async function reencrypt(
  tx: Tx,
  { current, previous }: Vaults,
  table: EncryptedTableName,
  row: EncryptedRow,
): Promise<'changed' | 'unchanged' | 'unopened'> {
  const context = encryptionContext(table, row)
  if (tryDecrypt(current, row.sealedSecret, context) !== undefined) return 'unchanged'
  const secret = tryDecrypt(previous, row.sealedSecret, context)
  if (secret === undefined) return 'unopened'
  const isDone = await encryptedTableOf(tx, table).replaceSecret(row, current.encrypt(secret, context))
  return isDone ? 'changed' : 'unchanged'
}

function tableAfter({ table }: RotationPosition): RotationPosition | undefined {
  const next = ENCRYPTED_TABLES[ENCRYPTED_TABLES.indexOf(table) + 1]
  return next && { table: next, after: '' }
}
