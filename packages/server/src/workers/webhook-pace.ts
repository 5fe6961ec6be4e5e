/** So long a tick waits for more attempts to end, so that they share its commit. */
const GATHER_MS = 10
/** So many are worth a commit by themselves. */
const ENOUGH = 48

/**
 * Keeps ticks apart while attempts are in flight. A commit costs much the same for one record as for many, so ticks that
 * follow on each other at once would spend their time on commits. Who comes after a pause does not wait.
 */
export class Pace {
  private lastAt = Number.NEGATIVE_INFINITY
  private goOn: () => void = () => undefined

  /** A tick has started its attempts. */
  begin(): void {
    this.lastAt = performance.now()
  }

  /** An attempt has ended. */
  note(ended: number, inFlight: number): void {
    if (ended >= ENOUGH || inFlight === 0) this.goOn()
  }

  /** Resolves when the next tick may begin, with so many attempts to record already. */
  next(ended: number): Promise<void> {
    const left = this.lastAt + GATHER_MS - performance.now()
    if (left <= 0 || ended >= ENOUGH) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, left)
      this.goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
