import type { CountedCalls } from '../../domain/store/shared-counters.js'

interface Waiting {
  readonly name: string
  readonly windowMs: number
  /** -1 for a call that is taken back. */
  readonly calls: 1 | -1
  resolve(counted: CountedCalls): void
  reject(error: unknown): void
}

/** The calls of one name in one statement. */
export interface CallGroup {
  readonly name: string
  readonly windowMs: number
  readonly calls: number
}

/** Counts calls with one statement at a time: those that arrive while it runs share the next one. */
export class CallBatch {
  private waiting: Waiting[] = []
  private isRunning = false

  /** @param count adds the calls of each group, and returns the calls and the end of each window by name */
  constructor(private readonly count: (groups: readonly CallGroup[]) => Promise<Map<string, CountedCalls>>) {}

  add(name: string, windowMs: number, calls: 1 | -1 = 1): Promise<CountedCalls> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ name, windowMs, calls, resolve, reject })
      if (!this.isRunning) void this.run()
    })
  }

  private async run(): Promise<void> {
    this.isRunning = true
    while (this.waiting.length > 0) {
      await undefined // the limits of one request share a statement
      const batch = this.waiting
      this.waiting = []
      await this.countBatch(batch)
    }
    this.isRunning = false
  }

  private async countBatch(batch: readonly Waiting[]): Promise<void> {
    const groups = new Map<string, CallGroup>()
    for (const { name, windowMs, calls } of batch)
      groups.set(name, { name, windowMs, calls: (groups.get(name)?.calls ?? 0) + calls })
    try {
      const counted = await this.count([...groups.values()])
      const before = new Map<string, number>()
      for (const { name, calls, resolve } of batch) {
        const { calls: total, endsAt } = counted.get(name) ?? { calls: 0, endsAt: 0 }
        const first = total - (groups.get(name)?.calls ?? 0)
        const place = (before.get(name) ?? first) + calls
        before.set(name, place)
        resolve({ calls: place, endsAt })
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
