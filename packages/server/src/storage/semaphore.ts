import { Unavailable } from '../domain/store/store.js'
import { WriteQueue } from './write-queue.js'

/** Runs at most `size` units of work at a time; the others wait in a queue. */
export class Semaphore {
  private readonly queue = new WriteQueue<() => Promise<void>>()
  private isClosed = false
  private whenIdle: (() => void) | undefined
  private busy = 0

  constructor(private readonly size: number) {}

  /** The units of work that wait. */
  get waiting(): number {
    return this.queue.length
  }

  /** @throws Unavailable when the queue is full or closed */
  run<Result>(work: () => Promise<Result>, isWorkers: boolean): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) throw new Unavailable('the database is closed')
      this.queue.add(() => work().then(resolve, reject), isWorkers)
      this.fill()
    })
  }

  /** Resolves once everything in the queue has run. */
  close(): Promise<void> {
    this.isClosed = true
    return new Promise((resolve) => {
      this.whenIdle = resolve
      this.fill()
    })
  }

  private fill(): void {
    while (this.busy < this.size) {
      const run = this.queue.take()
      if (!run) break
      this.busy += 1
      void run().then(() => {
        this.busy -= 1
        this.fill()
      })
    }
    if (this.busy === 0) this.whenIdle?.()
  }
}
