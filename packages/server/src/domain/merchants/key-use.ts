import { KEY_USE_MS } from '../shared/policy.js'
import type { Instant } from '../shared/types.js'

/** Collects the times at which keys were used. A worker writes them once a minute per key, so requests cost no write. */
export class KeyUse {
  private readonly written = new Map<string, Instant>()
  private readonly pending = new Map<string, Instant>()

  /** Notes a use of a key. */
  note(keyId: string, at: Instant): void {
    const last = this.written.get(keyId)
    if (last === undefined || at - last >= KEY_USE_MS) this.pending.set(keyId, at)
  }

  /** Returns the uses to write now, by key: servers that write at once lock the rows in one order. */
  due(): [keyId: string, at: Instant][] {
    return [...this.pending].sort(([one], [other]) => (one < other ? -1 : 1))
  }

  /** Removes uses that were written. A use that was noted since then stays. */
  recorded(uses: readonly (readonly [keyId: string, at: Instant])[]): void {
    for (const [keyId, at] of uses) {
      this.written.set(keyId, at)
      if (this.pending.get(keyId) === at) this.pending.delete(keyId)
    }
    const newest = Math.max(...uses.map(([, at]) => at))
    for (const [keyId, at] of this.written) if (newest - at >= KEY_USE_MS) this.written.delete(keyId)
  }
}
