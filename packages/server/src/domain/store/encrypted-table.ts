import type { EncryptedRow } from '../secrets/encrypted-row.js'

/** A table with secrets that are encrypted with the master key. */
export interface EncryptedTable {
  /** Lists rows with a higher id, ascending by id. */
  listEncrypted(after: string, limit: number): Promise<EncryptedRow[]>
  /** Compare-and-set on the encrypted text: false if the row has changed. */
  replaceSecret(row: EncryptedRow, encryptedSecret: string): Promise<boolean>
  /**
   * Like {@link listEncrypted}, for rows whose secret is not bound to their merchant yet and whose merchant is the one they
   * had at the upgrade.
   */
  listUnbound(after: string, limit: number): Promise<EncryptedRow[]>
  /** Marks a row whose secret is bound to its merchant. */
  markBound(id: string): Promise<void>
}
