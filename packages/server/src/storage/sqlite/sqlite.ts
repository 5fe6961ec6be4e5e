import type { Committed, Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { noChanges } from '../changes.js'
import type { StoreMeter } from '../store-meter.js'
import { TransactionGuard } from '../transaction-guard.js'
import { createTx } from '../unit-of-work.js'
import { markCorrupted } from './corruption-marker.js'
import { SqliteConnection } from './sqlite-connection.js'
import { DatabaseDamaged } from './sqlite-errors.js'
import { SqliteWriter } from './sqlite-writer.js'

/** The most units of work that share one commit. */
const MAX_PER_COMMIT = 256

export interface SqliteOptions {
  readonly file: string
  readonly writer: SqliteConnection
  readonly reader: SqliteConnection
  readonly onCommit: (committed: Committed) => void
  /** Called once the file is marked as suspect: the process must stop answering. */
  readonly onDamage: (error: Error) => void
  /** Whether another program checkpoints the file. */
  readonly isReplicated?: boolean
  /** With 1, each unit of work has its own commit. */
  readonly maxPerCommit?: number
  readonly meter?: StoreMeter | undefined
}

/**
 * The store on one SQLite file. Writes and reads have one connection each, so that no reader sees an open batch. Reads run
 * one after another and never wait for a write.
 */
export class SqliteStore implements Store {
  private readonly writer: SqliteWriter
  private readonly reader: SqliteConnection
  private lastRead: Promise<unknown> = Promise.resolve()

  constructor(private readonly options: SqliteOptions) {
    const { writer, reader, maxPerCommit = MAX_PER_COMMIT, meter } = options
    this.writer = new SqliteWriter(
      writer,
      maxPerCommit,
      (error) => this.reportDamage(error),
      (ms) => meter?.measureCommit(ms),
    )
    meter?.watchQueue(() => this.writer.waiting)
    this.reader = reader
  }

  static open(options: Omit<SqliteOptions, 'writer' | 'reader'>): SqliteStore {
    const writer = SqliteConnection.openWriter(options.file, options.isReplicated)
    return new SqliteStore({ ...options, writer, reader: SqliteConnection.openReader(options.file) })
  }

  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const result = this.lastRead.then(() => this.readNow(work))
    this.lastRead = result.catch(() => undefined)
    return result
  }

  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.enqueue(work, false)
  }

  forWorkers(): Store {
    return {
      read: (work) => this.read(work),
      write: (work) => this.enqueue(work, true),
      forWorkers: () => this.forWorkers(),
      close: () => this.close(),
    }
  }

  async close(): Promise<void> {
    await this.writer.close()
    await this.lastRead
    this.reader.close()
  }

  private enqueue<Result>(work: (tx: Tx) => Promise<Result>, isWorkers: boolean): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const run = async (guard: TransactionGuard) => {
        const changes = noChanges()
        const result = await work(createTx(guard, changes))
        return () => {
          resolve(result)
          this.options.onCommit(changes)
        }
      }
      this.writer.add({ run, reject }, isWorkers)
    })
  }

  private async readNow<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const guard = new TransactionGuard(this.reader, 'one by one')
    try {
      this.reader.frame('BEGIN')
      return await guard.finish(() => work(createTx(guard, noChanges())))
    } catch (error) {
      const cause = guard.failure ?? error
      if (cause instanceof DatabaseDamaged) this.reportDamage(cause)
      throw error
    } finally {
      if (this.reader.isInTransaction) this.reader.frame('ROLLBACK')
    }
  }

  private reportDamage(error: DatabaseDamaged): void {
    try {
      markCorrupted(this.options.file, error)
    } finally {
      // A failing disk may refuse the marker too; the process must stop in any case.
      this.options.onDamage(error)
    }
  }
}
