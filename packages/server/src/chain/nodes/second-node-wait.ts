const SINGLE_NODE_AFTER_MS = 10 * 60_000
/** Idle time after which earlier failures of second nodes no longer count; longer than the tick of a slow machine. */
const FORGET_AFTER_MS = SINGLE_NODE_AFTER_MS

/** Measures for how long no second node has been able to answer. */
export class SecondNodeWait {
  /** Start of the period, and the last request in it. */
  private unanswered: { readonly since: number; readonly askedAt: number } | undefined

  /** @param monotonic clock, ms */
  constructor(private readonly monotonic: () => number) {}

  noteAnswer(): void {
    this.unanswered = undefined
  }

  /** Notes a request without an answer, and returns whether one node is enough by now. */
  isOver(): boolean {
    const now = this.monotonic()
    const { since, askedAt } = this.unanswered ?? { since: now, askedAt: now }
    this.unanswered = { since: now - askedAt > FORGET_AFTER_MS ? now : since, askedAt: now }
    return now - this.unanswered.since >= SINGLE_NODE_AFTER_MS
  }
}
