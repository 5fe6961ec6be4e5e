import { issueApiKey } from '../../../src/domain/merchants/api-keys.js'
import { KEY_SCOPES, type KeyScope } from '../../../src/domain/shared/key-scope.js'
import type { DatabaseLocation } from '../../../src/storage/open.js'
import { changeSecretsBeside, MANDATE } from './operator-change.js'

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
  const wanted = { merchantId, environment, name: 'by the operator', scopes }
  const { key, secret } = await changeSecretsBeside(beside, (tx, context) =>
    issueApiKey(tx, context, wanted, MANDATE),
  )
  return { keyId: key.keyId, secret }
}
