import type { EncryptedRow, EncryptedTableName } from './encrypted-row.js'

/** Returns the context that binds a secret to its row: it cannot be decrypted with another table, id, environment or merchant. */
export const encryptionContext = (
  table: EncryptedTableName,
  { id, environment, merchantId }: Omit<EncryptedRow, 'sealedSecret'>,
): string => `${table}/${id}/${environment}/${merchantId}`
