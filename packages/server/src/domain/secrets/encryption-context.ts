import { KEY_SCOPES } from '../shared/key-scope.js'
import type { EncryptedRow, EncryptedTableName } from './encrypted-row.js'

/**
 * Returns the context that binds a secret to its row: it cannot be decrypted with another table, id, environment or merchant.
 * The secret of a key that lacks a scope is bound to its scopes too, so that a changed column opens nothing. One that has
 * all is not, like the keys from before scopes.
 */
export function encryptionContext(
  table: EncryptedTableName,
  { id, environment, merchantId, scopes = KEY_SCOPES }: Omit<EncryptedRow, 'sealedSecret'>,
): string {
  const isNarrow = scopes.length < KEY_SCOPES.length
  return `${table}${isNarrow ? `(${scopes.join(',')})` : ''}/${id}/${environment}/${merchantId}`
}
