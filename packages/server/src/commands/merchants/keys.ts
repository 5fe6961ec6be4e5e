import { ConfigError, readConfig } from '../../config/config.js'
import { masterKeyOf } from '../../config/master-key.js'
import type { ApiKey } from '../../domain/merchants/api-key.js'
import { issueApiKey, revokeApiKeyByOperator } from '../../domain/merchants/api-keys.js'
import {
  ROTATION_START,
  type RotationBatch,
  type RotationPosition,
  type RotationStep,
  rotateBatch,
} from '../../domain/secrets/master-key-rotation.js'
import { bindSecrets } from '../../domain/secrets/unbound-secrets.js'
import { createVault } from '../../domain/shared/vault.js'
import { type Args, UsageError } from '../command.js'
import { ENVIRONMENTS } from '../listing.js'
import { printCard, printLine, printNote, printRows, type Row, timeCell } from '../output.js'
import { changeSecrets, changeStore, mandateOf, readStore, withStore } from '../store-access.js'
import { scopesOf } from './scopes.js'

/** Rows that one transaction of a rotation re-encrypts. */
const ROTATION_BATCH = 200
const MAX_NAME = 100

/** Lists the keys of a merchant, newest first. */
export async function list(args: Args): Promise<number> {
  const keys = await readStore((tx) => tx.apiKeys.list(args.requiredOperand('merchant-id')))
  printRows(keys.map(rowOf), args.isJson)
  return 0
}

/** Creates a key and prints its secret, which is never shown again. */
export async function create(args: Args): Promise<number> {
  const environment = args.requiredChoice('environment', ENVIRONMENTS)
  const request = {
    merchantId: args.requiredOperand('merchant-id'),
    environment,
    name: args.required('name'),
    scopes: scopesOf(args),
  }
  if (request.name.length > MAX_NAME) throw new UsageError(`--name takes at most ${MAX_NAME} characters`)
  const { key, secret } = await changeSecrets((tx, context) =>
    issueApiKey(tx, context, request, mandateOf(args)),
  )
  printCard(
    { key_id: key.keyId, environment, name: key.name, scopes: key.scopes.join(','), secret },
    args.isJson,
  )
  return 0
}

export async function revoke(args: Args): Promise<number> {
  const keyId = args.requiredOperand('key-id')
  await changeStore((tx, context) => revokeApiKeyByOperator(tx, context, keyId, mandateOf(args)))
  printLine(`${keyId} is revoked`)
  return 0
}

/**
 * Re-encrypts every stored secret with the new master key. An interrupted run is repeated. Exits with 1 when neither
 * key decrypts a row.
 */
export async function rotateMaster(args: Args): Promise<number> {
  const config = readConfig()
  const { masterKeyPrevious } = config
  if (!masterKeyPrevious) {
    throw new ConfigError(['MERCHANTPAY_MASTER_KEY_PREVIOUS: required while the master key is replaced'])
  }
  const current = createVault(masterKeyOf(config))
  const vaults = { current, previous: createVault(masterKeyPrevious) }
  const undecryptable: string[] = []
  const changed = await withStore(async ({ store, context }) => {
    let total = await bindSecrets(store, context.vault)
    for (let position: RotationPosition | undefined = ROTATION_START; position; ) {
      const batch: RotationBatch = { vaults, position, limit: ROTATION_BATCH }
      const step: RotationStep = await store.write((tx) => rotateBatch(tx, context, batch, mandateOf(args)))
      total += step.changed
      undecryptable.push(...step.undecryptable)
      position = step.next
    }
    return total
  })
  for (const row of undecryptable) printNote(`neither master key decrypts ${row}`)
  const previous =
    undecryptable.length === 0 ? 'is no longer needed' : 'does not decrypt the remaining rows either'
  printLine(`${changed} secrets re-encrypted; MERCHANTPAY_MASTER_KEY_PREVIOUS ${previous}`)
  return undecryptable.length === 0 ? 0 : 1
}

const rowOf = ({ keyId, environment, scopes, name, createdAt, revokedAt, lastUsedAt }: ApiKey): Row => ({
  key_id: keyId,
  environment,
  scopes: scopes.join(','),
  created_at: timeCell(createdAt),
  last_used_at: timeCell(lastUsedAt),
  revoked_at: timeCell(revokedAt),
  name,
})
