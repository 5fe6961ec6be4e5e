import type { EncryptedRow } from '../secrets/encrypted-row.js'

/** A table with secrets that the master key seals. */
export interface EncryptedTable {
  /** Rows behind the one of that id, ascending by id. */
  listSealed(after: string, limit: number): Promise<EncryptedRow[]>
  /** Compare-and-set on the sealed text: false when the row changed meanwhile. */
  reseal(row: EncryptedRow, sealedSecret: string): Promise<boolean>
  /** As `listSealed`, of the rows that are not sealed for their merchant yet and have the merchant they had at the upgrade. */
  listUnbound(after: string, limit: number): Promise<EncryptedRow[]>
  /** The row is sealed for its merchant. */
  markBound(id: string): Promise<void>
}
