import { ConfigError, readConfig } from '../config/config.js'
import { masterKeyOf } from '../config/master-key.js'
import type { ApiKey } from '../domain/merchants/api-key.js'
import { issueApiKey, withdrawApiKey } from '../domain/merchants/api-keys.js'
import {
  ROTATION_START,
  type RotationBatch,
  type RotationPlace,
  type RotationStep,
  rotateBatch,
} from '../domain/secrets/master-key-rotation.js'
import { bindSecrets } from '../domain/secrets/unbound-secrets.js'
import { createVault } from '../domain/shared/vault.js'
import { changeStore, mandateOf, readStore, withStore } from './store-access.js'
import { type Args, UsageError } from './command.js'
import { ENVIRONMENTS } from './listing.js'
import { printCard, printLine, printNote, printRows, type Row, timeCell } from './output.js'

/** Rows that one transaction of a rotation seals anew. */
const ROTATION_BATCH = 200
const MAX_NAME = 100

/** The keys of a merchant, newest first. */
export async function list(given: Args): Promise<number> {
  const keys = await readStore((tx) => tx.apiKeys.list(given.operand('merchant-id')))
  printRows(keys.map(rowOf), given.isJson)
  return 0
}

/** Makes a key and prints its secret, this once. */
export async function create(given: Args): Promise<number> {
  const environment = given.requiredChoice('environment', ENVIRONMENTS)
  const request = {
    merchantId: given.operand('merchant-id'),
    environment,
    name: given.required('name'),
  }
  if (request.name.length > MAX_NAME) throw new UsageError(`--name takes at most ${MAX_NAME} characters`)
  const { key, secret } = await changeStore((tx, context) =>
    issueApiKey(tx, context, request, mandateOf(given)),
  )
  printCard({ key_id: key.keyId, environment, name: key.name, secret }, given.isJson)
  return 0
}

export async function revoke(given: Args): Promise<number> {
  const keyId = given.operand('key-id')
  await changeStore((tx, context) => withdrawApiKey(tx, context, keyId, mandateOf(given)))
  printLine(`${keyId} is revoked`)
  return 0
}

/** Seals every stored secret with the new master key. Cut short, it is called again. Fails where neither key opens a row. */
export async function rotateMaster(given: Args): Promise<number> {
  const config = readConfig()
  const { masterKeyPrevious } = config
  if (!masterKeyPrevious) {
    throw new ConfigError(['MERCHANTPAY_MASTER_KEY_PREVIOUS: required while the master key is replaced'])
  }
  const current = createVault(masterKeyOf(config))
  const vaults = { current, previous: createVault(masterKeyPrevious) }
  const unopened: string[] = []
  const changed = await withStore(async ({ store, context }) => {
    let total = await bindSecrets(store, context.vault)
    for (let place: RotationPlace | undefined = ROTATION_START; place; ) {
      const batch: RotationBatch = { vaults, place, limit: ROTATION_BATCH }
      const step: RotationStep = await store.write((tx) => rotateBatch(tx, context, batch, mandateOf(given)))
      total += step.changed
      unopened.push(...step.unopened)
      place = step.next
    }
    return total
  })
  for (const row of unopened) printNote(`neither master key opens ${row}`)
  const previous = unopened.length === 0 ? 'is needed no longer' : 'opens none of the rows that are left'
  printLine(`${changed} secrets are sealed anew; MERCHANTPAY_MASTER_KEY_PREVIOUS ${previous}`)
  return unopened.length === 0 ? 0 : 1
}

const rowOf = ({ keyId, environment, name, createdAt, revokedAt, lastUsedAt }: ApiKey): Row => ({
  key_id: keyId,
  environment,
  created_at: timeCell(createdAt),
  last_used_at: timeCell(lastUsedAt),
  revoked_at: timeCell(revokedAt),
  name,
})
