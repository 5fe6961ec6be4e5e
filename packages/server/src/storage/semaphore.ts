import { Unavailable } from '../domain/store/store.js'
import { WriteQueue } from './write-queue.js'

/** So many units at a time; the others queue. */
export class Semaphore {
  private readonly queue = new WriteQueue<() => Promise<void>>()
  private isClosed = false
  private whenIdle: (() => void) | undefined
  private busy = 0

  constructor(private readonly size: number) {}

  /** @throws Unavailable when the queue is full or closed */
  run<Result>(unit: () => Promise<Result>, isWorkers: boolean): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) throw new Unavailable('the database is closed')
      this.queue.add(() => unit().then(resolve, reject), isWorkers)
      this.fill()
    })
  }

  /** Resolves when everything that waits has had its turn. */
  close(): Promise<void> {
    this.isClosed = true
    return new Promise((resolve) => {
      this.whenIdle = resolve
      this.fill()
    })
  }

  private fill(): void {
    while (this.busy < this.size) {
      const unit = this.queue.take()
      if (!unit) break
      this.busy += 1
      void unit().then(() => {
        this.busy -= 1
        this.fill()
      })
    }
    if (this.busy === 0) this.whenIdle?.()
  }
}
