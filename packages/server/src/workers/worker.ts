import { endOfMany } from '../runtime/deadline.js'
import { workerActivity } from '../runtime/diagnostics.js'

/** A repeated job. `tick` handles a bounded batch and returns its size; above 0 the next tick follows at once. */
export interface Worker {
  readonly name: string
  /** Pause after a tick that found nothing to do. */
  readonly everyMs: number
  /** Replaces that pause once, where the worker knows when there is work next; ms. */
  restMs?(): number | undefined
  tick(signal: AbortSignal): Promise<number>
}

export interface WorkerLog {
  debug(details: object, message: string): void
  error(details: object, message: string): void
}

const MAX_BACKOFF_MS = 30_000

/** Runs one worker: one tick at a time, the next at once while there is work, with backoff while ticks fail. */
export class WorkerLoop {
  private readonly stopping = endOfMany()
  private readonly finished: Promise<void>
  private wakeUp: () => void = () => undefined
  private isAwake = false

  private lastTickMs: number

  /**
   * @param monotonic milliseconds from an arbitrary origin, so that a change of the wall clock makes no worker late
   */
  constructor(
    readonly worker: Worker,
    private readonly log: WorkerLog,
    private readonly monotonic: () => number,
  ) {
    this.lastTickMs = monotonic()
    this.finished = this.run()
  }

  /** Milliseconds since the last tick that ended without an error; before the first one, since the loop started. */
  get silentMs(): number {
    return this.monotonic() - this.lastTickMs
  }

  /** Ends the current pause early. */
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
      const rest = failures === 0 ? this.worker.restMs?.() : undefined
      if (handled === undefined || handled === 0)
        await this.pause(rest ?? pauseMs(this.worker.everyMs, failures))
    }
  }

  /** @returns the number of handled items, or undefined when the tick failed */
  private async tickOnce(): Promise<number | undefined> {
    this.isAwake = false
    const end = workerActivity.begin(() => ({ worker: this.worker.name }))
    try {
      const handled = await this.worker.tick(this.stopping.signal)
      end?.({ handled })
      this.lastTickMs = this.monotonic()
      if (handled > 0) this.log.debug({ worker: this.worker.name, handled }, 'tick')
      return handled
    } catch (error) {
      end?.({ handled: null })
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

/** Between half the interval and all of it, so that processes do not run in step; doubled with each failure. */
function pauseMs(everyMs: number, failures: number): number {
  const base = failures === 0 ? everyMs : Math.min(1_000 * 2 ** (failures - 1), MAX_BACKOFF_MS)
  return base * (0.5 + Math.random() / 2)
}
