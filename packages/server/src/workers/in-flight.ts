/**
 * Counts the attempts under way, for callers that wait for the last of them. They are not kept: see "Hot paths" in
 * docs/decisions.
 */
export class InFlight {
  private count = 0
  private readonly waiting: (() => void)[] = []

  begin(): void {
    this.count += 1
  }

  end(): void {
    this.count -= 1
    if (this.count > 0) return
    for (const tell of this.waiting.splice(0)) tell()
  }

  /** Resolves when none is. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      if (this.count === 0) resolve()
      else this.waiting.push(resolve)
    })
  }
}
