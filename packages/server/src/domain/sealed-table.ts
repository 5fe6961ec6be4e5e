import type { Scope } from './ports.js'

/** The tables with secrets that the master key seals. */
export const SEALED_TABLES = ['api_keys', 'webhook_secrets'] as const
export type SealedTableName = (typeof SEALED_TABLES)[number]

/** A secret as it is stored. */
export interface SealedRow extends Scope {
  readonly id: string
  readonly sealedSecret: string
}

/** A table with secrets that the master key seals. */
export interface SealedTable {
  /** Rows behind the one of that id, ascending by id. */
  listSealed(after: string, limit: number): Promise<SealedRow[]>
  /** Compare-and-set on the sealed text: false when the row changed meanwhile. */
  reseal(row: SealedRow, sealedSecret: string): Promise<boolean>
  /** As `listSealed`, of the rows that are not sealed for their merchant yet and have the merchant they had at the upgrade. */
  listUnbound(after: string, limit: number): Promise<SealedRow[]>
  /** The row is sealed for its merchant. */
  markBound(id: string): Promise<void>
}

/** The facts of a row that its sealed secret is bound to: with any other table, id, environment or merchant it does not open. */
export const sealContext = (
  table: SealedTableName,
  { id, environment, merchantId }: Omit<SealedRow, 'sealedSecret'>,
): string => `${table}/${id}/${environment}/${merchantId}`
