/** So long a tick waits for more attempts to end, so that they share its commit. */
const GATHER_MS = 10
/** So long in a backlog, while attempts keep ending: what waits is late already, and with fewer commits it goes sooner. */
const GATHER_BACKLOG_MS = 25
/** When none has ended for so long, those that are left belong to slower receivers. */
const LULL_MS = 2
/** So many are worth a commit by themselves. */
const ENOUGH = 48
/** So few are not worth waiting for. */
const FEW = 4
/** So many begin within a pause beside requests, at most. */
const BESIDE_REQUESTS = 8
/** Until then one does, and one more after each so many that have begun. */
const STEP = 128

/** The attempts that a tick started. */
export interface Round {
  readonly startedAt: number
  readonly begun: number
  /** How many of them are in flight. */
  inFlight: number
}

/**
 * Keeps ticks apart while many attempts began just now. A commit costs much the same for one record as for many, so ticks
 * that follow on each other at once would spend their time on commits. An attempt that is not over after a pause does not
 * count any more: nobody waits for a receiver that says nothing.
 *
 * While requests come in, a backlog leaves them most of the process: within a pause few attempts begin. A process that has
 * begun few so far begins them one by one: V8 has still to compile what they run, and each of them makes a connection.
 */
export class BatchPacing {
  /** Those of the last pause. */
  private rounds: Round[] = []
  private begun = 0
  private lastAt = Number.NEGATIVE_INFINITY
  private lastEndAt = Number.NEGATIVE_INFINITY
  private isBacklog = false
  private goOn: () => void = () => undefined

  /** @param isServing whether a request came in just now */
  constructor(private readonly isServing: () => boolean) {}

  /**
   * A tick starts so many attempts.
   *
   * @param isBacklog whether more may be due than could begin
   */
  begin(begun: number, isBacklog: boolean): Round {
    this.begun += begun
    this.isBacklog = isBacklog
    this.lastAt = performance.now()
    const round = { startedAt: this.lastAt, begun, inFlight: begun }
    this.rounds.push(round)
    return round
  }

  /** An attempt has ended, and so many wait to be recorded. */
  end(round: Round, ended: number): void {
    round.inFlight -= 1
    if (this.isWorthIt(ended)) this.goOn()
    this.lastEndAt = performance.now()
  }

  /**
   * Resolves when the next tick may begin, with so many attempts to record already.
   *
   * @returns how many it may start: one at least
   */
  async next(ended: number): Promise<number> {
    if (!this.isWorthIt(ended)) await this.pause()
    return this.most()
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined
      // A timer counts from when its turn of the event loop began, so it may be early.
      const wait = () => {
        const left = this.lastAt + this.pauseMs() - performance.now()
        if (left <= 0) resolve()
        else timer = setTimeout(wait, left)
      }
      this.goOn = () => {
        clearTimeout(timer)
        resolve()
      }
      wait()
    })
  }

  /** Whether a tick may follow at once. */
  private isWorthIt(ended: number): boolean {
    const fresh = this.sumOfPause('inFlight')
    if (this.isServing()) return this.most() > 0 && ended + fresh <= FEW
    return ended >= ENOUGH || fresh <= FEW
  }

  private pauseMs(): number {
    if (!this.isBacklog || this.isServing()) return GATHER_MS
    const untilLullMs = this.lastEndAt + LULL_MS - this.lastAt
    return Math.max(GATHER_MS, Math.min(GATHER_BACKLOG_MS, untilLullMs))
  }

  private most(): number {
    if (!this.isServing()) return Number.POSITIVE_INFINITY
    const most = Math.min(BESIDE_REQUESTS, 1 + Math.floor(this.begun / STEP))
    return most - this.sumOfPause('begun')
  }

  /** Of the attempts that began within the last pause: those in flight may well end within another. */
  private sumOfPause(what: 'begun' | 'inFlight'): number {
    const since = performance.now() - this.pauseMs()
    this.rounds = this.rounds.filter(({ startedAt }) => startedAt > since)
    return this.rounds.reduce((sum, round) => sum + round[what], 0)
  }
}
