import { readConfig } from '../../../src/config/config.js'
import { existingMasterKey } from '../../../src/config/master-key.js'
import { issueApiKey } from '../../../src/domain/merchants/api-keys.js'
import { KEY_SCOPES, type KeyScope } from '../../../src/domain/merchants/key-scope.js'
import { createVault } from '../../../src/domain/shared/vault.js'
import type { DatabaseLocation } from '../../../src/storage/open.js'
import { changeBeside, MANDATE } from './operator-change.js'

interface Wanted {
  readonly merchantId: string
  readonly environment: 'live' | 'test'
  /** Default: all. */
  readonly scopes?: readonly KeyScope[]
}

/** Creates a key beside a running server, as `merchantpay-server keys create` does. */
export async function issueKeys(
  beside: { readonly database: DatabaseLocation; readonly databaseEnv: Readonly<Record<string, string>> },
  { merchantId, environment, scopes = KEY_SCOPES }: Wanted,
): Promise<{ keyId: string; secret: string }> {
  const vault = createVault(existingMasterKey(readConfig(beside.databaseEnv)))
  const wanted = { merchantId, environment, name: 'by the operator', scopes }
  const { key, secret } = await changeBeside(beside, (tx, context) =>
    issueApiKey(tx, { ...context, vault }, wanted, MANDATE),
  )
  return { keyId: key.keyId, secret }
}
