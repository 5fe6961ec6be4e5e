import { setImmediate as nextTurn } from 'node:timers/promises'
import { Unavailable } from '../../domain/store/store.js'
import { TransactionGuard } from '../transaction-guard.js'
import { WriteQueue } from '../write-queue.js'
import type { SqliteConnection } from './sqlite-connection.js'
import { DatabaseDamaged } from './sqlite-errors.js'

/** Longer batches would keep calls waiting for longer than their fsync costs. */
const BATCH_MS = 25

/** One unit of work, and who waits for it. */
export interface Job {
  /** Does the work. @returns what to tell once it is durable */
  run(unit: TransactionGuard): Promise<() => void>
  reject(error: unknown): void
}
interface Done {
  readonly job: Job
  readonly tell: () => void
}
type Ended = { readonly done: Done } | { readonly batchError: unknown }
type Ran = Ended | { readonly error: unknown }
type Outcome = Ended | 'rejected' | 'over'

/**
 * Group commit: units that wait at the same time run one after another inside one transaction and share its commit. Nobody is
 * told anything before that commit has returned. Each but the first runs in a savepoint of its own: for the first the whole
 * transaction can be undone, so nothing has to keep the pages that it changes as they were.
 */
export class SqliteWriter {
  private readonly queue = new WriteQueue<Job>()
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
      const outcome = count === 0 ? await this.runFirst(job) : await this.runInSavepoint(job)
      if (outcome === 'over') return
      if (outcome === 'rejected') continue
      if ('batchError' in outcome)
        return this.abandon([...done.map((one) => one.job), job], outcome.batchError)
      done.push(outcome.done)
    }
    this.commit(done)
  }

  /** @returns `over` where it failed: so has its transaction, in which nothing else was done */
  private async runFirst(job: Job): Promise<Outcome> {
    const ran = await this.run(job)
    if ('done' in ran || 'batchError' in ran) return ran
    const batchError = this.rollbackError()
    if (batchError !== undefined) return { batchError }
    job.reject(ran.error)
    return 'over'
  }

  private async runInSavepoint(job: Job): Promise<Outcome> {
    try {
      this.connection.frame('SAVEPOINT unit')
      const ran = await this.run(job)
      if ('batchError' in ran) return ran
      if ('error' in ran) this.connection.frame('ROLLBACK TO unit')
      this.connection.frame('RELEASE unit')
      if ('done' in ran) return ran
      job.reject(ran.error)
      return 'rejected'
    } catch (batchError) {
      return { batchError }
    }
  }

  /** @returns `error` where the unit alone has failed, and its work is still to be undone */
  private async run(job: Job): Promise<Ran> {
    const unit = new TransactionGuard(this.connection)
    try {
      const tell = await unit.finish(() => job.run(unit))
      return { done: { job, tell } }
    } catch (error) {
      const cause = unit.failure ?? error
      // Some errors end the whole transaction: what the others did with it is gone.
      const isOver = !this.connection.isInTransaction || cause instanceof DatabaseDamaged
      return isOver ? { batchError: cause } : { error }
    }
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
