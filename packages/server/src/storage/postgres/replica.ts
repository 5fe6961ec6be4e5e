import type pg from 'pg'
import {
  MAX_LAG_MS,
  type ReplicaState,
  type StaleReads,
  type Store,
  Unavailable,
} from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { noChanges } from '../changes.js'
import { Semaphore } from '../semaphore.js'
import { createTx } from '../unit-of-work.js'
import { withConnection } from './postgres-migrations.js'
import { openPool, type SessionLimits, USUAL_POOL } from './postgres-session.js'
import { Statements } from './postgres-statements.js'
import { inTransaction, leaseFrom } from './postgres-transaction.js'
import { type LogPlace, ReplicaMarks } from './replica-marks.js'

/** Connections to the replica besides those of reads. */
const MEASURING = 1
const MEASURE_EVERY_MS = 1_000

export interface ReplicaOptions {
  /** Of the replica. */
  readonly url: string
  readonly primaryUrl: string
  /** Takes the reads that the replica cannot answer. */
  readonly store: Pick<Store, 'read'>
  /** Connections to the replica. */
  readonly readers?: number | undefined
  readonly limits: SessionLimits
  /** Called when reads begin to go to the primary, with the reason, and when they no longer do. */
  readonly onChange: (fault: string | undefined) => void
  readonly now: () => number
}

/** Stale reads on a standby of PostgreSQL, and on the primary while the standby is away or lags too much. */
export class Replica implements StaleReads {
  private readonly primary: pg.Pool
  private readonly standby: pg.Pool
  private readonly statements = new Statements()
  private readonly readers: Semaphore
  private readonly marks: ReplicaMarks
  /** Why the last measurement found no replica. */
  private failure: string | undefined = 'it is not measured yet'
  private reported: string | undefined
  private measuring: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined
  private readonly now: () => number

  constructor(private readonly options: ReplicaOptions) {
    const { url, primaryUrl, readers = USUAL_POOL.readers, limits, now } = options
    this.readers = new Semaphore(readers)
    this.standby = openPool(url, readers + MEASURING, limits)
    this.primary = openPool(primaryUrl, 1)
    this.marks = new ReplicaMarks(now)
    this.now = now
  }

  get replica(): ReplicaState {
    return { lagMs: this.marks.lagMs, fault: this.fault }
  }

  /** Measures the lag, now and every second. */
  async watch(): Promise<void> {
    this.timer = setInterval(() => void this.measure(), MEASURE_EVERY_MS).unref()
    await this.measure()
  }

  /** Measures the lag. Does not fail: what it cannot measure is a reason to read from the primary. */
  measure(): Promise<void> {
    this.measuring ??= this.measureNow().finally(() => {
      this.measuring = undefined
    })
    return this.measuring
  }

  async readStale<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const { store } = this.options
    if (this.fault !== undefined) return store.read(work)
    // A row that the replica lacks may fail the work in any way.
    return this.readers.run(() => this.readOnce(work), false).catch(() => store.read(work))
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.measuring
    await this.readers.close()
    await Promise.all([this.standby.end(), this.primary.end()])
  }

  private get fault(): string | undefined {
    if (this.failure !== undefined) return this.failure
    const { lagMs } = this.marks
    if (lagMs === undefined) return 'it has not yet all that the primary had at the first measurement'
    return lagMs > MAX_LAG_MS ? `it lags by more than ${MAX_LAG_MS / 1_000} s` : undefined
  }

  private async measureNow(): Promise<void> {
    try {
      const at = this.now()
      this.marks.note(at, await this.placeOf(this.primary, 'primary'))
      const place = await this.placeOf(this.standby, 'standby')
      this.failure = this.marks.faultOf(place)
      if (this.failure === undefined) this.marks.advance(place)
    } catch (error) {
      this.failure = `its lag is not known: ${error instanceof Error ? error.message : error}`
    }
    const { fault } = this
    if ((fault === undefined) !== (this.reported === undefined)) this.options.onChange(fault)
    this.reported = fault
  }

  private async placeOf(pool: pg.Pool, role: 'primary' | 'standby'): Promise<LogPlace> {
    const leased = await leaseFrom(pool, this.statements)
    return inTransaction(leased, ({ connection }) => connection.placeAs(role))
  }

  private async readOnce<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const leased = await leaseFrom(this.standby, this.statements)
    return inTransaction(leased, async ({ connection }, guard) => {
      // Sent together. The place comes first, since the snapshot of the transaction must not be older than it.
      const [place] = await Promise.all([connection.placeAs('standby'), connection.beginRead()])
      const lagMs = this.marks.lagAt(place)
      const isReplica = this.marks.faultOf(place) === undefined
      if (!isReplica || lagMs === undefined || lagMs > MAX_LAG_MS) throw new Unavailable('the replica lags')
      const result = await guard.finish(() => work(createTx(guard, noChanges())))
      await connection.commit()
      return result
    })
  }
}

/** Returns why a server is no standby of a primary, or cannot be asked; undefined for a standby, however far it lags. */
export async function findStandbyFault(primaryUrl: string, url: string): Promise<string | undefined> {
  const marks = new ReplicaMarks(() => performance.now())
  try {
    marks.note(0, await withConnection(primaryUrl, (connection) => connection.placeAs('primary')))
    return marks.faultOf(await withConnection(url, (connection) => connection.placeAs('standby')))
  } catch (error) {
    return error instanceof Error ? error.message : `${error}`
  }
}
