import { keyContext } from './api-keys.js'
import { audit, type Mandate } from './audit.js'
import type { Context } from './ports.js'
import { Refusal } from './refusal.js'
import type { SealedRow, SealedTable } from './sealed-table.js'
import type { Tx } from './tables.js'
import type { Vault } from './vault.js'
import { secretContext } from './webhook-secrets.js'

/** Everything that the master key seals, in the order in which it is sealed anew. */
const TABLES = ['api_keys', 'webhook_secrets'] as const

/** How far a rotation has come: the last row that was looked at. */
export interface RotationPlace {
  readonly table: (typeof TABLES)[number]
  readonly after: string
}
export const ROTATION_START: RotationPlace = { table: 'api_keys', after: '' }

export interface Vaults {
  /** Seals with the new master key alone. */
  readonly current: Vault
  /** Opens what the old one sealed. */
  readonly previous: Vault
}

export interface RotationBatch {
  readonly vaults: Vaults
  readonly place: RotationPlace
  /** Rows that are looked at. */
  readonly limit: number
}
export interface RotationStep {
  readonly changed: number
  /** Where to go on; undefined when everything is sealed with the new key. */
  readonly next: RotationPlace | undefined
}

/**
 * Seals the next rows with the new master key. Rows that it opens already are left as they are, so a rotation that was cut
 * short begins anew and loses nothing.
 *
 * @throws Refusal when neither key opens a row
 */
export async function rotateBatch(
  tx: Tx,
  context: Context,
  { vaults, place, limit }: RotationBatch,
  { actor }: Mandate,
): Promise<RotationStep> {
  const table = tableOf(tx, place)
  const rows = await table.listSealed(place.after, limit)
  let changed = 0
  for (const row of rows) if (await reseal(table, vaults, place, row)) changed += 1
  if (changed > 0) {
    const deed = { actor, action: 'keys rotate-master', subject: place.table, details: { rows: changed } }
    await audit(tx, context, deed)
  }
  const last = rows.length < limit ? undefined : rows.at(-1)
  return { changed, next: last ? { ...place, after: last.id } : tableAfter(place) }
}

async function reseal(
  table: SealedTable,
  vaults: Vaults,
  place: RotationPlace,
  row: SealedRow,
): Promise<boolean> {
  const context = place.table === 'api_keys' ? keyContext({ ...row, keyId: row.id }) : secretContext(row)
  if (tryOpen(vaults.current, row, context) !== undefined) return false
  const secret = tryOpen(vaults.previous, row, context)
  if (secret === undefined) throw new Refusal(`neither master key opens ${place.table}/${row.id}`)
  return table.reseal(row, vaults.current.seal(secret, context))
}

function tryOpen(vault: Vault, { sealedSecret }: SealedRow, context: string): string | undefined {
  try {
    return vault.open(sealedSecret, context)
  } catch {
    return undefined
  }
}

const tableOf = (tx: Tx, { table }: RotationPlace): SealedTable =>
  table === 'api_keys' ? tx.apiKeys : tx.webhookSecrets

function tableAfter({ table }: RotationPlace): RotationPlace | undefined {
  const next = TABLES[TABLES.indexOf(table) + 1]
  return next && { table: next, after: '' }
}
