import type { SealedRow, SealedTableName } from './encrypted-row.js'

/** The facts of a row that its sealed secret is bound to: with any other table, id, environment or merchant it does not open. */
export const sealContext = (
  table: SealedTableName,
  { id, environment, merchantId }: Omit<SealedRow, 'sealedSecret'>,
): string => `${table}/${id}/${environment}/${merchantId}`
