import { setImmediate as nextTurn } from 'node:timers/promises'
import { Unavailable } from '../domain/ports.js'
import type { SqliteConnection } from './sqlite-connection.js'
import { DatabaseDamaged } from './sqlite-errors.js'
import { Unit } from './unit.js'
import { UnitQueue } from './unit-queue.js'

/** Longer batches would keep calls waiting for longer than their fsync costs. */
const BATCH_MS = 25

/** One unit of work, and who waits for it. */
export interface Job {
  /** Does the work. @returns what to tell once it is durable */
  run(unit: Unit): Promise<() => void>
  reject(error: unknown): void
}
interface Done {
  readonly job: Job
  readonly tell: () => void
}
type Outcome = { readonly done: Done } | { readonly batchError: unknown } | 'rejected'

/**
 * Group commit: units that wait at the same time run one after another inside one transaction, each in a savepoint of its
 * own, and share its commit. Nobody is told anything before that commit has returned.
 */
export class SqliteWriter {
  private readonly queue = new UnitQueue<Job>()
  private working: Promise<void> | undefined
  private isClosed = false

  constructor(
    private readonly connection: SqliteConnection,
    private readonly maxUnits: number,
    private readonly onDamage: (error: DatabaseDamaged) => void,
  ) {}

  /** @throws Unavailable when the queue is full or closed */
  add(job: Job, isWorkers: boolean): void {
    if (this.isClosed) throw new Unavailable('the database is closed')
    this.queue.add(job, isWorkers)
    this.working ??= this.work()
  }

  /** Resolves when everything that waits has had its turn. */
  async close(): Promise<void> {
    this.isClosed = true
    await this.working
    this.connection.close()
  }

  private async work(): Promise<void> {
    while (!this.queue.isEmpty) {
      // What arrives in this turn of the event loop belongs to the same batch.
      await nextTurn()
      await this.commitBatch()
    }
    this.working = undefined
  }

  private async commitBatch(): Promise<void> {
    try {
      await this.connection.begin()
    } catch (error) {
      this.rejectAll(this.queue.takeAll(), error)
      return
    }
    const done: Done[] = []
    const endAt = performance.now() + BATCH_MS
    for (let count = 0; count < this.maxUnits && performance.now() < endAt; count += 1) {
      const job = this.queue.take()
      if (!job) break
      const outcome = await this.runUnit(job)
      if (outcome === 'rejected') continue
      if ('batchError' in outcome)
        return this.abandon([...done.map((one) => one.job), job], outcome.batchError)
      done.push(outcome.done)
    }
    this.commit(done)
  }

  private async runUnit(job: Job): Promise<Outcome> {
    const unit = new Unit(this.connection)
    try {
      this.connection.frame('SAVEPOINT unit')
      const tell = await unit.finish(() => job.run(unit))
      this.connection.frame('RELEASE unit')
      return { done: { job, tell } }
    } catch (error) {
      const cause = unit.failure ?? error
      // Some errors end the whole transaction: the savepoint is gone, and what the others did with it.
      if (!this.connection.isInTransaction || cause instanceof DatabaseDamaged) return { batchError: cause }
      return this.undo(job, error)
    }
  }

  private undo(job: Job, error: unknown): Outcome {
    try {
      this.connection.frame('ROLLBACK TO unit')
      this.connection.frame('RELEASE unit')
    } catch (batchError) {
      return { batchError }
    }
    job.reject(error)
    return 'rejected'
  }

  private commit(done: readonly Done[]): void {
    try {
      this.connection.frame('COMMIT')
    } catch (error) {
      this.abandon(
        done.map((one) => one.job),
        error,
      )
      return
    }
    for (const { tell } of done) tell()
  }

  private abandon(jobs: readonly Job[], error: unknown): void {
    this.rejectAll(jobs, this.rollbackError() ?? error)
  }

  private rollbackError(): unknown {
    try {
      if (this.connection.isInTransaction) this.connection.frame('ROLLBACK')
      return undefined
    } catch (error) {
      return error
    }
  }

  private rejectAll(jobs: readonly Job[], error: unknown): void {
    if (error instanceof DatabaseDamaged) this.onDamage(error)
    for (const job of jobs) job.reject(error)
  }
}
