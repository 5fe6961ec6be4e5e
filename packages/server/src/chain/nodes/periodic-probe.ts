const PROBE_MS = 15_000

/** Repeats a probe in the background: a hanging node must not delay the step of another one. */
export class PeriodicProbe {
  private startedAt: number
  private running: Promise<void> | undefined

  /** @param monotonic clock, ms */
  constructor(
    private readonly monotonic: () => number,
    private readonly probe: (signal: AbortSignal) => Promise<void>,
  ) {
    this.startedAt = monotonic()
  }

  startIfDue(signal: AbortSignal): void {
    const now = this.monotonic()
    if (this.running || now - this.startedAt < PROBE_MS) return
    this.startedAt = now
    this.running = this.probe(signal)
      .catch(() => undefined)
      .finally(() => {
        this.running = undefined
      })
  }

  /** Resolves when no probe is running. */
  async idle(): Promise<void> {
    await this.running
  }
}
