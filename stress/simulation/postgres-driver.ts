import pg from 'pg'
import type { VirtualTime } from './virtual-time.js'

/** How long the notification of a hint is awaited, in real time: it comes on another connection than the answer. */
const NOTIFICATION_MS = 2
/** Calls of servers that are this close race. */
const TOGETHER_MS = 5
const CLOCK = 'EXTRACT(EPOCH FROM clock_timestamp())'
const VIRTUAL_CLOCK = "(CAST(current_setting('simulation.now') AS NUMERIC) / 1000)"
const READS_CLOCK = /database_clock|EXTRACT\(EPOCH FROM clock_timestamp\(\)\)/
const waitReally = setTimeout

type Callback = (error: unknown, result?: unknown) => void
interface Statement {
  readonly text: string
}
type Driver = Record<'connect' | 'query' | 'end', (...args: unknown[]) => unknown>

/**
 * The driver of PostgreSQL in virtual time: the time waits for each answer, the clock of the database is the virtual one,
 * and a process that dies loses its connections.
 */
export class PostgresDriver {
  private readonly connections = new WeakMap<object, Set<pg.Client>>()

  private constructor(private readonly time: VirtualTime) {}

  /** Replaces the calls of the driver for the rest of the process. */
  static install(time: VirtualTime): PostgresDriver {
    const driver = new PostgresDriver(time)
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
      return answered(() => connect.call(this), callback)
    }
    prototype.query = function (this: pg.Client, asked, ...rest) {
      const callback = rest.find((each) => typeof each === 'function')
      const values = rest.filter((each) => each !== callback)
      const text = typeof asked === 'string' ? asked : (asked as Statement).text
      if (READS_CLOCK.test(text))
        void (query.call(this, `SET simulation.now TO ${time.now}`) as Promise<void>).catch(() => undefined)
      const virtual = text.replaceAll(CLOCK, VIRTUAL_CLOCK)
      const statement = typeof asked === 'string' ? virtual : { ...(asked as Statement), text: virtual }
      return answered(async () => {
        const result = await query.call(this, statement, ...values)
        if (text.includes('pg_notify')) await new Promise((resolve) => waitReally(resolve, NOTIFICATION_MS))
        return result
      }, callback)
    }
    prototype.end = function (this: pg.Client, callback) {
      return answered(() => end.call(this), callback)
    }
    return driver
  }

  /** Ends the connections of a process, as its death does. */
  disconnect(owner: object): void {
    for (const client of this.connections.get(owner) ?? []) socketOf(client).destroy()
    this.connections.delete(owner)
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
