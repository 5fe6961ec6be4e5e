import pg from 'pg'
import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { DatabaseFault, FaultyDriver } from './database-faults.js'
import type { VirtualTime } from './virtual-time.js'

/** How long the notification of a hint is awaited, in real time: it comes on another connection than the answer. */
const NOTIFICATION_MS = 2
/** Calls of servers that are this close race. */
const TOGETHER_MS = 5
const CLOCK = 'EXTRACT(EPOCH FROM clock_timestamp())'
const VIRTUAL_CLOCK = "(CAST(current_setting('simulation.now') AS NUMERIC) / 1000)"
const READS_CLOCK = /database_clock|EXTRACT\(EPOCH FROM clock_timestamp\(\)\)/
const waitReally = setTimeout
/** Statements of an unsteady database in a hundred that lose their connection, and commits that do. */
const [LOST, LOST_COMMITS] = [2, 20]
const CHANGES = /^\s*(?:INSERT|UPDATE|DELETE)\b/
const BEGINS_WRITE = /^BEGIN ISOLATION LEVEL READ COMMITTED\b/
const DISK_FULL =
  "DO $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left' USING ERRCODE = '53100'; END $$"

/** PostgreSQL has ended a deadlock. */
const DEADLOCK = '40P01'

type Callback = (error: unknown, result?: unknown) => void
interface Statement {
  readonly text: string
}
type Driver = Record<'connect' | 'query' | 'end', (...args: unknown[]) => unknown>

/**
 * The driver of PostgreSQL in virtual time: the time waits for each answer, the clock of the database is the virtual one,
 * and a process that dies loses its connections.
 */
export class PostgresDriver implements FaultyDriver {
  readonly kinds = ['full', 'read-only', 'gone', 'unsteady'] as const
  /** Statements that PostgreSQL refused to end a deadlock. There is none while units of work lock their rows in one order. */
  readonly deadlocks: string[] = []
  private readonly connections = new Map<object, Set<pg.Client>>()
  private fault: DatabaseFault | undefined

  private constructor(
    private readonly time: VirtualTime,
    private readonly dice: Dice,
  ) {}

  /** Replaces the calls of the driver for the rest of the process. */
  static install(time: VirtualTime, dice: Dice): PostgresDriver {
    const driver = new PostgresDriver(time, dice)
    time.togetherMs = TOGETHER_MS
    const prototype = pg.Client.prototype as unknown as Driver // the types have an overload for each form
    const { connect, query, end } = prototype
    const answered = (ask: () => unknown, callback: unknown) => {
      const answer = time.duringWork(async () => ask())
      if (typeof callback !== 'function') return answer
      const call = callback as Callback
      answer.then(
        (result) => call(undefined, result),
        (error: unknown) => call(error),
      )
      return undefined
    }
    prototype.connect = function (this: pg.Client, callback) {
      driver.note(this)
      return answered(() => {
        if (driver.faultOfCaller() === 'gone') throw new Error('connect ECONNREFUSED')
        return connect.call(this)
      }, callback)
    }
    prototype.query = function (this: pg.Client, asked, ...rest) {
      const callback = rest.find((each) => typeof each === 'function')
      const values = rest.filter((each) => each !== callback)
      const text = typeof asked === 'string' ? asked : (asked as Statement).text
      if (READS_CLOCK.test(text))
        void (query.call(this, `SET simulation.now TO ${time.now}`) as Promise<void>).catch(() => undefined)
      const virtual = text.replaceAll(CLOCK, VIRTUAL_CLOCK)
      const statement = typeof asked === 'string' ? virtual : { ...(asked as Statement), text: virtual }
      const refused = driver.refusalOf(text)
      if (refused !== undefined) return answered(() => query.call(this, refused), callback)
      const fault = driver.faultOfCaller()
      const isLost = fault === 'unsteady' && driver.dice.chance(text === 'COMMIT' ? LOST_COMMITS : LOST)
      const isLostBefore = fault === 'gone' || (isLost && driver.dice.chance(50))
      return answered(async () => {
        if (isLostBefore) socketOf(this).destroy()
        const result = await driver.noteDeadlock(text, () => query.call(this, statement, ...values))
        if (isLost) {
          socketOf(this).destroy()
          throw new Error('Connection terminated unexpectedly')
        }
        if (text.includes('pg_notify')) await new Promise((resolve) => waitReally(resolve, NOTIFICATION_MS))
        return result
      }, callback)
    }
    prototype.end = function (this: pg.Client, callback) {
      return answered(() => end.call(this), callback)
    }
    return driver
  }

  set(fault: DatabaseFault | undefined): void {
    this.fault = fault
    if (fault === 'gone') for (const owner of this.connections.keys()) this.disconnect(owner)
  }

  /** Ends the connections of a process, as its death does. */
  disconnect(owner: object): void {
    for (const client of this.connections.get(owner) ?? []) socketOf(client).destroy()
    this.connections.delete(owner)
  }

  private async noteDeadlock(text: string, ask: () => unknown): Promise<unknown> {
    try {
      return await ask()
    } catch (error) {
      if ((error as { code?: string }).code === DEADLOCK) this.deadlocks.push(`a deadlock: ${text.trim()}`)
      throw error
    }
  }

  /** Faults are those of servers: what the operator does at the terminal has none. */
  private faultOfCaller(): DatabaseFault | undefined {
    return this.time.owner ? this.fault : undefined
  }

  /** Returns a statement with which PostgreSQL refuses another one, or lets its transaction refuse what follows. */
  private refusalOf(text: string): string | undefined {
    const fault = this.faultOfCaller()
    if (fault === 'full' && CHANGES.test(text)) return DISK_FULL
    if (fault === 'read-only' && BEGINS_WRITE.test(text))
      return text.replace('READ COMMITTED', 'READ COMMITTED READ ONLY')
    return undefined
  }

  private note(client: pg.Client): void {
    const owner = this.time.owner
    if (!owner) return
    const known = this.connections.get(owner) ?? new Set()
    this.connections.set(owner, known.add(client))
    client.once('end', () => known.delete(client))
  }
}

const socketOf = (client: pg.Client): { destroy(): void } =>
  (client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }).connection.stream
