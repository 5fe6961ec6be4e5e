/** For this long after a request, webhook deliveries yield to further requests. */
const RECENT_MS = 250

/** Tells whether a request came just now. */
export class RecentRequests {
  private lastAt = Number.NEGATIVE_INFINITY

  /** Counts this moment as a request. */
  note(): void {
    this.lastAt = performance.now()
  }

  isRecent(): boolean {
    return performance.now() < this.lastAt + RECENT_MS
  }
}
