/**
 * Counts the attempts in flight, for callers that wait for the last one. No attempt is kept here: see "Hot paths" in
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
    for (const resolve of this.waiting.splice(0)) resolve()
  }

  /** Resolves when no attempt is in flight. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.count === 0) resolve()
      else this.waiting.push(resolve)
    })
  }
}
