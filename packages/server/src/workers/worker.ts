import { endOfMany } from '../runtime/deadline.js'

/** A job that repeats. `tick` takes a bounded batch and says how many it handled; more than 0 means: come again soon. */
export interface Worker {
  readonly name: string
  /** Pause between two ticks that found nothing to do. */
  readonly everyMs: number
  tick(signal: AbortSignal): Promise<number>
}

export interface WorkerLog {
  debug(details: object, message: string): void
  error(details: object, message: string): void
}

const MAX_BACKOFF_MS = 30_000

/** Runs one worker: never two ticks at once, again at once while there is work, backing off while it fails. */
export class WorkerLoop {
  private readonly stopping = endOfMany()
  private readonly finished: Promise<void>
  private wakeUp: () => void = () => undefined
  private isAwake = false

  private lastTickMs: number

  /** @param monotonic milliseconds from any beginning: a clock that is set makes no worker late */
  constructor(
    readonly worker: Worker,
    private readonly log: WorkerLog,
    private readonly monotonic: () => number,
  ) {
    this.lastTickMs = monotonic()
    this.finished = this.run()
  }

  /** How many milliseconds ago a tick last ended without an error; until then, how many ago the loop began. */
  get silentMs(): number {
    return this.monotonic() - this.lastTickMs
  }

  /** Cuts the pause short: there is something to do. */
  wake(): void {
    this.isAwake = true
    this.wakeUp()
  }

  /** Aborts the running tick and waits for it. */
  async stop(): Promise<void> {
    this.stopping.abort()
    this.wakeUp()
    await this.finished
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping
    for (let failures = 0; !signal.aborted; ) {
      const handled = await this.tickOnce()
      failures = handled === undefined ? failures + 1 : 0
      if (handled === undefined || handled === 0) await this.pause(pauseMs(this.worker.everyMs, failures))
    }
  }

  /** @returns how many were handled, or undefined when the tick failed */
  private async tickOnce(): Promise<number | undefined> {
    this.isAwake = false
    try {
      const handled = await this.worker.tick(this.stopping.signal)
      this.lastTickMs = this.monotonic()
      if (handled > 0) this.log.debug({ worker: this.worker.name, handled }, 'tick')
      return handled
    } catch (error) {
      if (!this.stopping.signal.aborted)
        this.log.error({ worker: this.worker.name, err: error }, 'tick failed')
      return undefined
    }
  }

  private pause(ms: number): Promise<void> {
    if (this.isAwake || this.stopping.signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** Half to all of the interval, so that processes do not fall into step; doubled with each failure. */
function pauseMs(everyMs: number, failures: number): number {
  const base = failures === 0 ? everyMs : Math.min(1_000 * 2 ** (failures - 1), MAX_BACKOFF_MS)
  return base * (0.5 + Math.random() / 2)
}
