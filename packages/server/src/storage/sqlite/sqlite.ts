import type { Committed, Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { noChanges } from '../changes.js'
import { TransactionGuard } from '../transaction-guard.js'
import { createTx } from '../unit-of-work.js'
import { markCorrupted } from './corruption-marker.js'
import { SqliteConnection } from './sqlite-connection.js'
import { DatabaseDamaged } from './sqlite-errors.js'
import { SqliteWriter } from './sqlite-writer.js'

/** Units that share one commit at most. */
const MAX_UNITS = 256

export interface SqliteOptions {
  readonly file: string
  readonly writer: SqliteConnection
  readonly reader: SqliteConnection
  readonly onCommit: (committed: Committed) => void
  /** Called once the file is marked: nothing may be answered after it. */
  readonly onDamage: (error: Error) => void
  /** 1 gives every unit a commit of its own. */
  readonly maxUnits?: number
}

/**
 * The store on one SQLite file: a connection that writes and one that reads, so that no reader meets an open batch. Reads
 * run one after another and never wait for a write.
 */
export class SqliteStore implements Store {
  private readonly writer: SqliteWriter
  private readonly reader: SqliteConnection
  private lastRead: Promise<unknown> = Promise.resolve()

  constructor(private readonly options: SqliteOptions) {
    const { writer, reader, maxUnits = MAX_UNITS } = options
    this.writer = new SqliteWriter(writer, maxUnits, (error) => this.refuse(error))
    this.reader = reader
  }

  static open(options: Omit<SqliteOptions, 'writer' | 'reader'>): SqliteStore {
    const writer = SqliteConnection.openWriter(options.file)
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
      const run = async (unit: TransactionGuard) => {
        const changes = noChanges()
        const result = await work(createTx(unit, changes))
        return () => {
          resolve(result)
          this.options.onCommit(changes)
        }
      }
      this.writer.add({ run, reject }, isWorkers)
    })
  }

  private async readNow<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const unit = new TransactionGuard(this.reader)
    try {
      this.reader.frame('BEGIN')
      return await unit.finish(() => work(createTx(unit, noChanges())))
    } catch (error) {
      const cause = unit.failure ?? error
      if (cause instanceof DatabaseDamaged) this.refuse(cause)
      throw error
    } finally {
      if (this.reader.isInTransaction) this.reader.frame('ROLLBACK')
    }
  }

  private refuse(error: DatabaseDamaged): void {
    try {
      markCorrupted(this.options.file, error)
    } finally {
      // The disk that failed may not take the mark either; nothing is answered any more all the same.
      this.options.onDamage(error)
    }
  }
}
