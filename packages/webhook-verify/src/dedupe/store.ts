/**
 * Remembers which events were handled. One owner holds a key while its event is handled; afterwards the key is done. Each
 * call must be atomic. A receiver answers `store_unavailable` when a call rejects.
 *
 * A key is free when it was never claimed, was released, or has expired. A call changes only a free key, or a key that
 * `owner` holds.
 */
export interface DedupeStore {
  /**
   * Claims a free key for `leaseMs` milliseconds.
   *
   * @returns `claimed`, also when `owner` holds the key already, since a client may send a command twice; `done` when the
   *   event was handled; `busy` when another owner holds the key
   */
  claim(key: string, owner: string, leaseMs: number): Promise<'claimed' | 'done' | 'busy'>
  /** Extends a claim to `leaseMs` from now. Resolves to false, without a change, when `owner` does not hold the key. */
  renew(key: string, owner: string, leaseMs: number): Promise<boolean>
  /**
   * Marks a key as done for `ttlMs`, if it is free or `owner` holds it. Otherwise it resolves to false, without a change.
   */
  done(key: string, owner: string, ttlMs: number): Promise<boolean>
  /** Frees a key that `owner` holds; other keys stay. */
  release(key: string, owner: string): Promise<void>
}
