import { Unavailable } from '../domain/store/store.js'

const MAX_WAITING = 2_000
const MAX_WAIT_MS = 5_000

/**
 * Units of work that wait for their turn. Those of workers go first and are not counted. Those of calls are refused early:
 * when too many wait, or the first of them has waited so long that its caller may be gone.
 */
export class WriteQueue<Job> {
  private readonly ofWorkers: Job[] = []
  private readonly ofCalls: { readonly job: Job; readonly since: number }[] = []

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  get isEmpty(): boolean {
    return this.ofWorkers.length === 0 && this.ofCalls.length === 0
  }

  /** @throws Unavailable when the queue is full */
  add(job: Job, isWorkers: boolean): void {
    if (isWorkers) {
      this.ofWorkers.push(job)
      return
    }
    const [oldest] = this.ofCalls
    const isLate = oldest !== undefined && this.nowMs() - oldest.since >= MAX_WAIT_MS
    if (isLate || this.ofCalls.length >= MAX_WAITING) throw new Unavailable('too much waits for the database')
    this.ofCalls.push({ job, since: this.nowMs() })
  }

  take(): Job | undefined {
    return this.ofWorkers.shift() ?? this.ofCalls.shift()?.job
  }

  /** Everything that waits, taken out. */
  takeAll(): Job[] {
    return [...this.ofWorkers.splice(0), ...this.ofCalls.splice(0).map(({ job }) => job)]
  }
}
