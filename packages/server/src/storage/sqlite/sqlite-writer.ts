import { setImmediate as nextTurn } from 'node:timers/promises'
import { Unavailable } from '../../domain/store/store.js'
import type { StoreMeter } from '../store-meter.js'
import { TransactionGuard } from '../transaction-guard.js'
import { WriteQueue } from '../write-queue.js'
import type { SqliteConnection } from './sqlite-connection.js'
import { DatabaseDamaged } from './sqlite-errors.js'

/** The longest batch. A longer one would delay calls by more than the fsync that it saves. */
const BATCH_MS = 25

/** One unit of work and the callbacks of its caller. */
export interface Job {
  /** Does the work. @returns a function that reports the result, called once it is durable */
  run(guard: TransactionGuard): Promise<() => void>
  reject(error: unknown): void
}
interface Done {
  readonly job: Job
  readonly report: () => void
}
type Ended = { readonly done: Done } | { readonly batchError: unknown }
type Ran = Ended | { readonly error: unknown }
type Outcome = Ended | 'rejected' | 'over'

/**
 * Group commit: units of work that wait at the same time run one after another in one transaction and share its commit. No
 * result is reported before that commit has returned. Each but the first runs in its own savepoint. The first needs
 * none, because undoing it undoes the whole transaction; this spares a copy of the pages that it changes.
 */
export class SqliteWriter {
  private readonly queue = new WriteQueue<Job>()
  private working: Promise<void> | undefined
  private isClosed = false

  constructor(
    private readonly connection: SqliteConnection,
    private readonly maxPerCommit: number,
    private readonly onDamage: (error: DatabaseDamaged) => void,
    private readonly measureCommit: StoreMeter['measureCommit'],
  ) {}

  /** The units of work that wait for the next commit. */
  get waiting(): number {
    return this.queue.length
  }

  /** @throws Unavailable when the queue is full or closed */
  add(job: Job, isWorkers: boolean): void {
    if (this.isClosed) throw new Unavailable('the database is closed')
    this.queue.add(job, isWorkers)
    this.working ??= this.work()
  }

  /** Resolves once everything in the queue has run. */
  async close(): Promise<void> {
    this.isClosed = true
    await this.working
    this.connection.close()
  }

  private async work(): Promise<void> {
    while (this.queue.length > 0) {
      // Jobs that arrive in this turn of the event loop join the batch.
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
    for (let count = 0; count < this.maxPerCommit && performance.now() < endAt; count += 1) {
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

  /** @returns `over` when the job failed: the transaction, which contains nothing else, is rolled back */
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

  /** @returns `error` when only this unit of work failed and its changes must still be undone */
  private async run(job: Job): Promise<Ran> {
    const guard = new TransactionGuard(this.connection, 'one by one')
    try {
      const report = await guard.finish(() => job.run(guard))
      return { done: { job, report } }
    } catch (error) {
      const cause = guard.failure ?? error
      // Some errors end the whole transaction, and with it the other work in the batch.
      const isOver = !this.connection.isInTransaction || cause instanceof DatabaseDamaged
      return isOver ? { batchError: cause } : { error }
    }
  }

  private commit(done: readonly Done[]): void {
    const start = performance.now()
    try {
      this.connection.frame('COMMIT')
      this.measureCommit(performance.now() - start)
    } catch (error) {
      this.abandon(
        done.map((one) => one.job),
        error,
      )
      return
    }
    for (const { report } of done) report()
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
