import type { Environment } from './ports.js'

/** A secret as it is stored. */
export interface SealedRow {
  readonly id: string
  readonly environment: Environment
  readonly sealedSecret: string
}

/** What the master key seals, for whoever replaces that key. */
export interface SealedTable {
  /** Rows behind the one of that id, ascending by id. */
  listSealed(after: string, limit: number): Promise<SealedRow[]>
  /** Compare-and-set on the sealed text: false when the row changed meanwhile. */
  reseal(row: SealedRow, sealedSecret: string): Promise<boolean>
}
