import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { tryDecrypt, type Vault } from '../shared/vault.js'
import { encryptedTableOf, type Tx } from '../store/unit-of-work.js'
import { ENCRYPTED_TABLES, type EncryptedRow, type EncryptedTableName } from './encrypted-row.js'
import { encryptionContext } from './encryption-context.js'

/** The progress of a rotation: the last processed row. */
export interface RotationPosition {
  readonly table: EncryptedTableName
  readonly after: string
}
export const ROTATION_START: RotationPosition = { table: 'api_keys', after: '' }

export interface Vaults {
  /** Uses the new master key only. */
  readonly current: Vault
  /** Uses the old master key. */
  readonly previous: Vault
}

export interface RotationBatch {
  readonly vaults: Vaults
  readonly position: RotationPosition
  /** Maximum number of rows. */
  readonly limit: number
}
export interface RotationStep {
  readonly changed: number
  /** Rows that neither key decrypts, as `table/id`. They do not change and are unusable. */
  readonly undecryptable: readonly string[]
  /** Position of the next batch; undefined at the end. */
  readonly next: RotationPosition | undefined
}

/**
 * Encrypts the next rows with the new master key. Rows that the new key already decrypts do not change, so an interrupted
 * rotation can start again from the beginning.
 */
export async function rotateBatch(
  tx: Tx,
  context: Context,
  { vaults, position, limit }: RotationBatch,
  { actor }: Mandate,
): Promise<RotationStep> {
  const rows = await encryptedTableOf(tx, position.table).listEncrypted(position.after, limit)
  const undecryptable: string[] = []
  let changed = 0
  for (const row of rows) {
    const outcome = await reencrypt(tx, vaults, position.table, row)
    if (outcome === 'changed') changed += 1
    if (outcome === 'undecryptable') undecryptable.push(`${position.table}/${row.id}`)
  }
  if (changed > 0) {
    const action = {
      actor,
      action: 'keys rotate-master',
      subject: position.table,
      details: { rows: changed },
    }
    await audit(tx, context, action)
  }
  const last = rows.length < limit ? undefined : rows.at(-1)
  return {
    changed,
    undecryptable: undecryptable,
    next: last ? { ...position, after: last.id } : tableAfter(position),
  }
}

async function reencrypt(
  tx: Tx,
  { current, previous }: Vaults,
  table: EncryptedTableName,
  row: EncryptedRow,
): Promise<'changed' | 'unchanged' | 'undecryptable'> {
  const context = encryptionContext(table, row)
  if (tryDecrypt(current, row.sealedSecret, context) !== undefined) return 'unchanged'
  const secret = tryDecrypt(previous, row.sealedSecret, context)
  if (secret === undefined) return 'undecryptable'
  const isDone = await encryptedTableOf(tx, table).replaceSecret(row, current.encrypt(secret, context))
  return isDone ? 'changed' : 'unchanged'
}

function tableAfter({ table }: RotationPosition): RotationPosition | undefined {
  const next = ENCRYPTED_TABLES[ENCRYPTED_TABLES.indexOf(table) + 1]
  return next && { table: next, after: '' }
}
