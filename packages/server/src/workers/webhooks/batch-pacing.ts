/** How long a tick waits so that more finished attempts share one commit. */
const BATCH_MS = 10
/**
 * The same in a backlog while attempts keep ending: waiting deliveries are late already, and fewer commits send them
 * sooner.
 */
const BACKLOG_BATCH_MS = 25
/** When no attempt has ended for this long, those that are left belong to slower receivers. */
const LULL_MS = 2
/** Ended attempts that justify a commit by themselves. */
const FULL_BATCH = 48
/** Attempts in flight that are too few to wait for. */
const TOO_FEW = 4
/** Maximum attempts that begin within one pause while requests come in. */
const MAX_WHILE_SERVING = 8
/** During warm-up one attempt begins per pause, and one more for each `STEP` attempts begun so far. */
const STEP = 128

/** The attempts that one tick started. */
export interface Round {
  readonly startedAt: number
  readonly begun: number
  /** Number of these attempts still in flight. */
  inFlight: number
}

/**
 * Spaces ticks while many attempts are in flight. A commit costs much the same for one record as for many, so
 * back-to-back ticks would spend their time on commits. An attempt that outlasts a pause no longer counts: a silent
 * receiver delays no tick.
 *
 * While requests come in, a backlog leaves them most of the process: few attempts begin within a pause. A process that
 * has begun few attempts so far begins them one by one: V8 has yet to compile their code, and each opens a connection.
 */
export class BatchPacing {
  /** Rounds of the last pause. */
  private rounds: Round[] = []
  private begun = 0
  private lastAt = Number.NEGATIVE_INFINITY
  private lastEndAt = Number.NEGATIVE_INFINITY
  private isBacklog = false
  private resume: () => void = () => undefined

  /** @param isServing whether a request came in just now */
  constructor(private readonly isServing: () => boolean) {}

  /**
   * Registers the attempts that a tick starts.
   *
   * @param isBacklog whether more deliveries may be due than could begin
   */
  begin(begun: number, isBacklog: boolean): Round {
    this.begun += begun
    this.isBacklog = isBacklog
    this.lastAt = performance.now()
    const round = { startedAt: this.lastAt, begun, inFlight: begun }
    this.rounds.push(round)
    return round
  }

  /**
   * Registers the end of an attempt.
   *
   * @param ended attempts that wait to be recorded
   */
  end(round: Round, ended: number): void {
    round.inFlight -= 1
    if (this.isBatchReady(ended)) this.resume()
    this.lastEndAt = performance.now()
  }

  /**
   * Resolves when the next tick may begin.
   *
   * @param ended attempts that wait to be recorded
   * @returns how many attempts the tick may start, at least one
   */
  async next(ended: number): Promise<number> {
    if (!this.isBatchReady(ended)) await this.pause()
    return this.limit()
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined
      // A timer counts from the start of its event loop iteration, so it may fire early.
      const wait = () => {
        const left = this.lastAt + this.pauseMs() - performance.now()
        if (left <= 0) resolve()
        else timer = setTimeout(wait, left)
      }
      this.resume = () => {
        clearTimeout(timer)
        resolve()
      }
      wait()
    })
  }

  /** Whether a tick may follow at once. */
  private isBatchReady(ended: number): boolean {
    const fresh = this.sumOfPause('inFlight')
    if (this.isServing()) return this.limit() > 0 && ended + fresh <= TOO_FEW
    return ended >= FULL_BATCH || fresh <= TOO_FEW
  }

  private pauseMs(): number {
    if (!this.isBacklog || this.isServing()) return BATCH_MS
    const untilLullMs = this.lastEndAt + LULL_MS - this.lastAt
    return Math.max(BATCH_MS, Math.min(BACKLOG_BATCH_MS, untilLullMs))
  }

  private limit(): number {
    if (!this.isServing()) return Number.POSITIVE_INFINITY
    const limit = Math.min(MAX_WHILE_SERVING, 1 + Math.floor(this.begun / STEP))
    return limit - this.sumOfPause('begun')
  }

  /** Counts attempts that began within the last pause: those in flight may well end within another. */
  private sumOfPause(what: 'begun' | 'inFlight'): number {
    const since = performance.now() - this.pauseMs()
    this.rounds = this.rounds.filter(({ startedAt }) => startedAt > since)
    return this.rounds.reduce((sum, round) => sum + round[what], 0)
  }
}
