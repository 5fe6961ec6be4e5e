import type { DedupeStore } from './store.js'

/** Options of the store in memory. */
export interface MemoryDedupeOptions {
  /** The largest number of keys; the least recently used one is dropped first. Default: 100,000. */
  maxKeys?: number | undefined
  /** Returns the time, in epoch milliseconds. Default: `Date.now`. */
  clock?: (() => number) | undefined
}

/** A store in the memory of one process. */
export interface MemoryDedupe extends DedupeStore {
  /** The number of keys, including expired ones that have not been dropped. */
  readonly size: number
}

interface Entry {
  /** Undefined once the event was handled. */
  readonly owner: string | undefined
  /** Epoch milliseconds. */
  readonly endsAt: number
}

/**
 * Makes a store in memory: for tests, and for one process that may forget. After a restart, an event that is delivered
 * again is handled again.
 *
 * @throws RangeError when `maxKeys` is not a whole number above 0
 * @example
 * ```ts
 * import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
 *
 * const store = memoryDedupe()
 * console.log(await store.claim('order 1', 'me', 30_000)) // claimed
 * console.log(await store.claim('order 1', 'you', 30_000)) // busy
 * await store.done('order 1', 'me', 86_400_000)
 * console.log(await store.claim('order 1', 'you', 30_000)) // done
 * ```
 */
export function memoryDedupe({
  maxKeys = 100_000,
  clock = Date.now,
}: MemoryDedupeOptions = {}): MemoryDedupe {
  if (!Number.isSafeInteger(maxKeys) || maxKeys < 1)
    throw new RangeError('maxKeys is not a whole number above 0')
  // In the order of their last use: `put` moves a key to the end.
  const entries = new Map<string, Entry>()
  // One iterator for the whole life of the store: a new one would step over every key deleted before the first.
  const oldestKeys = entries.keys()

  function find(key: string): Entry | undefined {
    const entry = entries.get(key)
    return entry && entry.endsAt > clock() ? entry : undefined
  }

  function put(key: string, entry: Entry): void {
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size <= maxKeys) return
    const { value: oldest } = oldestKeys.next()
    if (oldest !== undefined) entries.delete(oldest)
  }

  return {
    get size() {
      return entries.size
    },
    async claim(key, owner, leaseMs) {
      const entry = find(key) ?? { owner, endsAt: clock() + leaseMs }
      put(key, entry)
      if (entry.owner === owner) return 'claimed'
      return entry.owner === undefined ? 'done' : 'busy'
    },
    async renew(key, owner, leaseMs) {
      const isHeld = find(key)?.owner === owner
      if (isHeld) put(key, { owner, endsAt: clock() + leaseMs })
      return isHeld
    },
    async done(key, owner, ttlMs) {
      const entry = find(key)
      const mayChange = !entry || entry.owner === owner
      if (mayChange) put(key, { owner: undefined, endsAt: clock() + ttlMs })
      return mayChange
    },
    async release(key, owner) {
      if (find(key)?.owner === owner) entries.delete(key)
    },
  }
}
