import type { Instant } from '../shared/types.js'

const FIRST_MS = 5_000
const LONGEST_MS = 5 * 60_000
const LATE_MS = 10 * 60_000

interface Waiting {
  readonly sinceAt: Instant
  readonly triedAt: Instant
  readonly pauseMs: number
  readonly why: string
}

/** Names that could not be screened, with the time of the next try: after 5 s, doubled up to 5 minutes, indefinitely. */
export class WaitingList {
  /** Sorted by the last try, oldest first. */
  private readonly waiting = new Map<string, Waiting>()

  /** @param keptMs how long an entry is kept after its last try; undefined if the caller uses {@link keep} */
  constructor(
    private readonly now: () => Instant,
    private readonly keptMs?: number,
  ) {}

  get size(): number {
    return this.waiting.size
  }

  /** Whether a name may be tried now. */
  isDue(name: string): boolean {
    const entry = this.waiting.get(name)
    if (!entry) return true
    const passed = this.now() - entry.triedAt
    return passed >= entry.pauseMs || passed < 0 // negative if the clock was set back
  }

  /** Adds a name after a try without an answer. */
  add(name: string, why: string): void {
    const at = this.now()
    const before = this.waiting.get(name)
    const pauseMs = before ? Math.min(before.pauseMs * 2, LONGEST_MS) : FIRST_MS
    this.waiting.delete(name)
    this.forgetOld(at)
    this.waiting.set(name, { sinceAt: before?.sinceAt ?? at, triedAt: at, pauseMs, why })
  }

  private forgetOld(at: Instant): void {
    for (const [name, { triedAt }] of this.waiting) {
      if (this.keptMs === undefined || at - triedAt < this.keptMs) break
      this.waiting.delete(name)
    }
  }

  /** The reason given at the last try. */
  reasonFor(name: string): string | undefined {
    return this.waiting.get(name)?.why
  }

  delete(name: string): void {
    this.waiting.delete(name)
  }

  /** Removes all other names. */
  keep(names: readonly string[]): void {
    const kept = new Set(names)
    for (const name of this.waiting.keys()) if (!kept.has(name)) this.waiting.delete(name)
  }

  /** Lists the names that have waited for 10 minutes or more, with their reasons. */
  late(): string[] {
    const at = this.now()
    return [...this.waiting]
      .filter(([, { sinceAt }]) => at - sinceAt >= LATE_MS)
      .map(([name, { why }]) => `${name} (${why})`)
  }
}
