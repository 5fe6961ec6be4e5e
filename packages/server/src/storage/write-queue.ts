import { Unavailable } from '../domain/store/store.js'

const MAX_WAITING = 2_000
const MAX_WAIT_MS = 5_000

/**
 * Queues units of work. Those of workers go first and have no limit. Those of HTTP calls are refused when 2,000 wait, or
 * when the oldest has waited 5 s, since its caller may be gone.
 */
export class WriteQueue<Job> {
  private readonly ofWorkers: Job[] = []
  private readonly ofCalls: { readonly job: Job; readonly since: number }[] = []

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  get length(): number {
    return this.ofWorkers.length + this.ofCalls.length
  }

  /** @throws Unavailable when the queue is full */
  add(job: Job, isWorkers: boolean): void {
    if (isWorkers) {
      this.ofWorkers.push(job)
      return
    }
    const [oldest] = this.ofCalls
    const isOverdue = oldest !== undefined && this.nowMs() - oldest.since >= MAX_WAIT_MS
    if (isOverdue || this.ofCalls.length >= MAX_WAITING)
      throw new Unavailable('too many units of work wait for the database')
    this.ofCalls.push({ job, since: this.nowMs() })
  }

  take(): Job | undefined {
    return this.ofWorkers.shift() ?? this.ofCalls.shift()?.job
  }

  /** Removes and returns all jobs. */
  takeAll(): Job[] {
    return [...this.ofWorkers.splice(0), ...this.ofCalls.splice(0).map(({ job }) => job)]
  }
}
