/** A checked and imported secret. */
export interface ImportedSecret<Key> {
  readonly id: string
  readonly key: Key
  /** Epoch milliseconds; `Infinity` for a secret without an expiry. */
  readonly expiresAt: number
}
