import type { EncryptedRow, EncryptedTableName } from './encrypted-row.js'

/** The facts of a row that its sealed secret is bound to: with any other table, id, environment or merchant it does not open. */
export const encryptionContext = (
  table: EncryptedTableName,
  { id, environment, merchantId }: Omit<EncryptedRow, 'sealedSecret'>,
): string => `${table}/${id}/${environment}/${merchantId}`
