/** A fault in the server that simulated lives must find. */
export interface Planted {
  readonly name: string
  /** Below `packages/server/src`. */
  readonly file: string
  /** Occurs once in the file. */
  readonly from: string
  readonly to: string
  /** The engine whose lives show it; SQLite without. */
  readonly engine?: 'postgres'
}
