import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo } from '../../packages/server/test/support/storage/postgres-client.js'
import { cpuSeconds, cpuSecondsOfEndedChildren } from './process.js'

/** Settings under which {@link PostgresUsage} can count, with every commit synced. */
export const MEASURED = { shared_preload_libraries: 'pg_stat_statements', fsync: 'on' }

const SAMPLE_MS = 20

/** The resources that a PostgreSQL has used since its start. */
export interface Used {
  readonly cpuSeconds: number
  /** BEGIN and COMMIT included. */
  readonly statements: number
  readonly walBytes: number
  readonly fsyncs: number
  readonly diskBytes: number
}

/** Reads the usage of a PostgreSQL on this machine; Linux only. */
export class PostgresUsage {
  private constructor(
    private readonly client: Awaited<ReturnType<typeof connectTo>>,
    private readonly postmaster: number,
  ) {}

  static async of(url: string): Promise<PostgresUsage> {
    const client = await connectTo(url)
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const backend = rows[0]?.pid ?? Number.NaN
    const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${backend}/status`, 'utf8'))?.[1]
    return new PostgresUsage(client, Number(parent))
  }

  async read(): Promise<Used> {
    const { rows } = await this.client.query<
      Record<'calls' | 'wal' | 'fsyncs' | 'disk', string | number | bigint>
    >(
      `SELECT (SELECT COALESCE(SUM(calls), 0) FROM pg_stat_statements) AS calls,
         pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal,
         (SELECT COALESCE(SUM(fsyncs), 0) FROM pg_stat_io) AS fsyncs,
         pg_database_size(current_database()) AS disk`,
    )
    const [row] = rows
    return {
      cpuSeconds: this.processes().reduce(
        (sum, pid) => sum + cpuSeconds(pid),
        cpuSecondsOfEndedChildren(this.postmaster),
      ),
      statements: Number(row?.calls),
      walBytes: Number(row?.wal),
      fsyncs: Number(row?.fsyncs),
      diskBytes: Number(row?.disk),
    }
  }

  /** Returns one value. */
  async count(sql: string): Promise<number> {
    const { rows } = await this.client.query<{ count: bigint }>(sql)
    return Number(rows[0]?.count)
  }

  close(): Promise<void> {
    return this.client.end()
  }

  private processes(): number[] {
    const children = readdirSync(`/proc/${this.postmaster}/task`).flatMap((task) =>
      readFileSync(`/proc/${this.postmaster}/task/${task}/children`, 'utf8').trim().split(' '),
    )
    return [this.postmaster, ...children.filter((pid) => pid !== '').map(Number)]
  }
}

/** How many transactions of a database wait for a lock, sampled. */
export class LockWaits {
  private constructor(private readonly client: Awaited<ReturnType<typeof connectTo>>) {}

  static async of(url: string): Promise<LockWaits> {
    return new LockWaits(await connectTo(url))
  }

  /** Counts them until `stop`, which returns the mean. */
  sample(): { stop(): Promise<number> } {
    const counts: number[] = []
    let isOver = false
    const sampling = (async () => {
      while (!isOver) {
        counts.push(await this.count())
        await sleep(SAMPLE_MS)
      }
    })()
    return {
      stop: async () => {
        isOver = true
        await sampling
        return counts.reduce((sum, count) => sum + count, 0) / counts.length
      },
    }
  }

  close(): Promise<void> {
    return this.client.end()
  }

  private async count(): Promise<number> {
    const { rows } = await this.client.query<{ waiting: bigint }>(
      `SELECT COUNT(DISTINCT pg_locks.pid) AS waiting FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE NOT granted AND datname = current_database()`,
    )
    return Number(rows[0]?.waiting)
  }
}
