import type { Instant } from '../../domain/shared/types.js'

/** Remembers recent tries until they may be repeated; older tries are forgotten. */
export class RetryWindow {
  /** Oldest first. */
  private readonly triedAt = new Map<string, Instant>()

  constructor(
    private readonly now: () => Instant,
    private readonly pauseMs: number,
  ) {}

  get size(): number {
    return this.triedAt.size
  }

  /** Number of tries that may not be repeated yet. */
  countRecent(): number {
    return [...this.triedAt.values()].filter((at) => !this.isOver(at)).length
  }

  isDue(name: string): boolean {
    const at = this.triedAt.get(name)
    return at === undefined || this.isOver(at)
  }

  note(name: string): void {
    this.forgetOld()
    this.triedAt.delete(name)
    this.triedAt.set(name, this.now())
  }

  forget(name: string): void {
    this.triedAt.delete(name)
  }

  private forgetOld(): void {
    for (const [name, at] of this.triedAt) {
      if (!this.isOver(at)) break
      this.triedAt.delete(name)
    }
  }

  /** Also true for a clock that was set back, which must not block retries. */
  private isOver(at: Instant): boolean {
    const passed = this.now() - at
    return passed >= this.pauseMs || passed < 0
  }
}
