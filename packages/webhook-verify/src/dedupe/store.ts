/**
 * Remembers which events were handled. A key is held by one owner while its event is handled, and done afterwards.
 * Each call is atomic; a call that rejects is told as `store_unavailable`.
 *
 * A key is free when it was never claimed, was released, or when its time is over. Only a free key, or the owner's own
 * one, is ever changed.
 */
export interface DedupeStore {
  /**
   * Claims a free key for `leaseMs` milliseconds.
   *
   * @returns `claimed`, also to the owner who holds it, since a client may send a command twice; `done` when the event was
   *   handled; `busy` when another one holds it
   */
  claim(key: string, owner: string, leaseMs: number): Promise<'claimed' | 'done' | 'busy'>
  /** Holds a key for `leaseMs` from now. False, without any change, when the owner does not hold it. */
  renew(key: string, owner: string, leaseMs: number): Promise<boolean>
  /** Marks a key as done for `ttlMs`, if it is free or held by the owner. False, without any change, if it is not. */
  done(key: string, owner: string, ttlMs: number): Promise<boolean>
  /** Frees a key the owner holds; any other stays. */
  release(key: string, owner: string): Promise<void>
}
