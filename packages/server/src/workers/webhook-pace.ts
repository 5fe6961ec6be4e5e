/** So long a tick waits for more attempts to end, so that they share its commit. */
const GATHER_MS = 10
/** So many are worth a commit by themselves. */
const ENOUGH = 48
/** So few are not worth waiting for. */
const FEW = 4
/** So many begin in a tick beside requests, once the process is warm. */
const BESIDE_REQUESTS = 8
/** One begins in the first tick beside requests, and one more after each so many. */
const STEP = 128

/** The attempts that a tick started. */
export interface Round {
  readonly startedAt: number
  /** How many of them are in flight. */
  inFlight: number
}

/**
 * Keeps ticks apart while many attempts began just now. A commit costs much the same for one record as for many, so ticks
 * that follow on each other at once would spend their time on commits. An attempt that is not over after a pause does not
 * count any more: nobody waits for a receiver that says nothing.
 *
 * While requests come in, a backlog leaves them most of the process: each tick begins a few attempts, and none follows before
 * the pause is over. A process that has just started begins them one by one: V8 has still to compile what they run, and
 * each of them makes a connection.
 */
export class Pace {
  private rounds: Round[] = []
  private lastAt = Number.NEGATIVE_INFINITY
  private begun = 0
  /** Whether the last tick began as many as it might: more wait, most likely. */
  private wasFull = false
  private goOn: () => void = () => undefined

  /** @param isServing whether a request came in just now */
  constructor(private readonly isServing: () => boolean) {}

  /** How many attempts a tick may begin. */
  most(): number {
    if (!this.isServing()) return Number.POSITIVE_INFINITY
    return Math.min(BESIDE_REQUESTS, 1 + Math.floor(this.begun / STEP))
  }

  /** A tick starts so many attempts. */
  begin(inFlight: number): Round {
    this.wasFull = inFlight >= this.most()
    this.begun += inFlight
    this.lastAt = performance.now()
    const round = { startedAt: this.lastAt, inFlight }
    this.rounds = [...this.listFresh(), round]
    return round
  }

  /** An attempt has ended, and so many wait to be recorded. */
  end(round: Round, ended: number): void {
    round.inFlight -= 1
    if (this.isWorthIt(ended)) this.goOn()
  }

  /** Resolves when the next tick may begin, with so many attempts to record already. */
  next(ended: number): Promise<void> {
    const left = this.lastAt + GATHER_MS - performance.now()
    if (left <= 0 || this.isWorthIt(ended)) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, left)
      this.goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Whether a tick may follow at once. */
  private isWorthIt(ended: number): boolean {
    const fresh = this.countFresh()
    if (this.isServing()) return !this.wasFull && ended + fresh <= FEW
    return ended >= ENOUGH || fresh <= FEW
  }

  /** Attempts in flight that may well end within a pause. */
  private countFresh(): number {
    return this.listFresh().reduce((sum, { inFlight }) => sum + inFlight, 0)
  }

  private listFresh(): Round[] {
    const since = performance.now() - GATHER_MS
    return this.rounds.filter(({ startedAt, inFlight }) => startedAt > since && inFlight > 0)
  }
}
