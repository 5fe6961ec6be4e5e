import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { CountedCalls, SharedCounters } from '../../domain/store/shared-counters.js'
import { BoundedWait } from './bounded-wait.js'
import { CallBatch, type CallGroup } from './call-batch.js'
import { LIMITS, openPool } from './postgres-session.js'

/** One connection for calls and one for streams. */
const CONNECTIONS = 2
/** A statement that takes longer is ended, since no call waits for it any more. */
const STATEMENT_MS = 2_000
/** How long a server counts after it was last seen, and how long its numbers are kept for its return. */
const SEEN_FOR_MS = 30_000
const KEPT_FOR_MS = 3_600_000
const REMOVED_AT_ONCE = 10_000

/** The time of PostgreSQL, the same for all servers. */
const DATABASE_NOW = 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)'

/** Every statement locks rows in the order of their names, so that servers never wait for each other in a circle. */
const COUNT_CALLS = `
  INSERT INTO rate_limits AS held (name, taken, ends_at)
  SELECT * FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS BIGINT[]), CAST($3 AS BIGINT[])) AS called(name, taken, ends_at)
  ORDER BY name
  ON CONFLICT (name) DO UPDATE SET
    taken = CASE WHEN held.ends_at <= $4 THEN excluded.taken ELSE held.taken + excluded.taken END,
    ends_at = CASE WHEN held.ends_at <= $4 THEN excluded.ends_at ELSE LEAST(held.ends_at, excluded.ends_at) END
  RETURNING name, taken, ends_at`

const FIND_CALLS = 'SELECT taken, ends_at FROM rate_limits WHERE name = $1'

const REMOVE_ENDED = `
  DELETE FROM rate_limits WHERE name IN (
    SELECT name FROM rate_limits WHERE ends_at <= $1 ORDER BY name LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED
  )`

/** Numbers of servers that were removed are dropped here, those of servers that are silent are only not counted. */
const PUBLISH_STREAMS = `
  INSERT INTO open_streams AS held (name, counts)
  SELECT name, jsonb_build_object(CAST($1 AS TEXT), open)
  FROM unnest(CAST($2 AS TEXT[]), CAST($3 AS BIGINT[])) AS own(name, open)
  ORDER BY name
  ON CONFLICT (name) DO UPDATE SET counts = excluded.counts || (
    SELECT COALESCE(jsonb_object_agg(key, value), '{}')
    FROM jsonb_each(held.counts) JOIN stream_servers ON id = key WHERE key <> $1
  )
  RETURNING name, (
    SELECT COALESCE(SUM(CAST(value AS BIGINT)), 0)
    FROM jsonb_each_text(held.counts) JOIN stream_servers ON id = key
    WHERE key <> $1 AND seen_at > ${DATABASE_NOW} - ${SEEN_FOR_MS}
  ) AS others`

const REMOVE_CLOSED = `
  DELETE FROM open_streams WHERE name IN (
    SELECT name FROM open_streams AS held
    WHERE NOT EXISTS (
      SELECT 1 FROM jsonb_each_text(held.counts) JOIN stream_servers ON id = key WHERE CAST(value AS BIGINT) > 0
    )
    ORDER BY name LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED
  )`

/** `xmax` is 0 in a row that was inserted. */
const RENEW = `
  INSERT INTO stream_servers (id, seen_at) VALUES ($1, ${DATABASE_NOW})
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
  RETURNING CAST(xmax = 0 AS INT) AS is_new`

const REMOVE_SILENT = `DELETE FROM stream_servers WHERE seen_at <= ${DATABASE_NOW} - ${KEPT_FOR_MS}`
const LEAVE = 'DELETE FROM stream_servers WHERE id = $1'

/** The shared counters on PostgreSQL, with connections of their own, so that they never wait for writers. */
export class PostgresCounters implements SharedCounters {
  private readonly server = randomUUID()
  private readonly pool: pg.Pool
  private readonly calls = new CallBatch((groups) => this.bounded.run(() => this.countCalls(groups)))
  private readonly bounded = new BoundedWait()

  /** @param now the clock that windows are measured by */
  constructor(
    url: string,
    private readonly now: () => number,
  ) {
    this.pool = openPool(url, CONNECTIONS, { ...LIMITS, statement: STATEMENT_MS, answer: STATEMENT_MS })
  }

  count(name: string, windowMs: number): Promise<CountedCalls> {
    return this.calls.add(hashOf(name), windowMs)
  }

  async uncount(name: string, windowMs: number): Promise<void> {
    await this.calls.add(hashOf(name), windowMs, -1)
  }

  find(name: string): Promise<CountedCalls | undefined> {
    return this.bounded.run(async () => {
      const [row] = await this.query<CallRow>('find_calls', FIND_CALLS, [hashOf(name)])
      return row && toCountedCalls(row)
    })
  }

  publishStreams(counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
    const byHash = new Map([...counts.keys()].map((name) => [hashOf(name), name]))
    const values = [this.server, [...byHash.keys()], [...counts.values()]]
    return this.bounded.run(async () => {
      const rows = await this.query<StreamRow>('publish_streams', PUBLISH_STREAMS, values)
      return new Map(rows.map(({ name, others }) => [byHash.get(name) ?? name, Number(others)]))
    })
  }

  async renew(): Promise<boolean> {
    const [row] = await this.query<{ is_new: bigint }>('renew', RENEW, [this.server])
    await this.query('remove_ended', REMOVE_ENDED, [this.now()])
    await this.query('remove_silent', REMOVE_SILENT, [])
    await this.query('remove_closed', REMOVE_CLOSED, [])
    return row?.is_new === 0n
  }

  /** Its streams no longer count. */
  async close(): Promise<void> {
    await this.bounded.run(() => this.query('leave', LEAVE, [this.server])).catch(() => undefined)
    if (!this.pool.ending) await this.pool.end()
  }

  private async countCalls(groups: readonly CallGroup[]): Promise<Map<string, CountedCalls>> {
    const now = this.now()
    const rows = await this.query<CallRow>('count_calls', COUNT_CALLS, [
      groups.map(({ name }) => name),
      groups.map(({ calls }) => calls),
      groups.map(({ windowMs }) => now + windowMs),
      now,
    ])
    return new Map(rows.map((row) => [row.name, toCountedCalls(row)]))
  }

  private async query<Row>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.pool.query({ name: `merchantpay_${name}`, text, values })
    return rows as Row[] // the SQL text names the columns
  }
}

interface CallRow {
  readonly name: string
  readonly taken: bigint
  readonly ends_at: bigint
}
interface StreamRow {
  readonly name: string
  /** A sum of BIGINT is NUMERIC, which comes as text. */
  readonly others: string
}

const toCountedCalls = ({ taken, ends_at }: CallRow): CountedCalls => ({
  calls: Number(taken),
  endsAt: Number(ends_at),
})

/** Names contain addresses and order tokens, which neither the database nor its backups should have. */
const hashOf = (name: string): string => createHash('sha256').update(name).digest('base64url')
