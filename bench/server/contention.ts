/**
 * New orders of one merchant on PostgreSQL whose commits take 4 ms: how many a second one server and two servers create, and
 * how many of their transactions wait for a lock. The figures of docs/scaling.md.
 */
import { createDatabaseOn } from '../../packages/server/test/support/storage/postgres-client.js'
import { startPostgres } from '../../test-support/databases/postgres.js'
import { load } from '../lib/load.js'
import { LockWaits, MEASURED, PostgresUsage } from '../lib/postgres-usage.js'
import { cpuSeconds } from '../lib/process.js'
import { against, buildServer } from '../lib/release.js'
import { quantile, type Result } from '../lib/rounds.js'
import { type BenchServer, startServer } from '../lib/servers.js'
import { sized } from '../lib/sized.js'

const CONNECTIONS = 32
const ROUNDS = sized(5, 1)
const SLOW_COMMITS = { commit_delay: 4_000, commit_siblings: 0 }

/** The servers of one version on one database. */
interface Side {
  readonly name: string
  readonly servers: readonly BenchServer[]
  readonly usage: PostgresUsage
  readonly waits: LockWaits
}

interface Figures {
  readonly perSecond: number
  readonly waiting: number
  readonly serverMs: number
  readonly postgresMs: number
  readonly statements: number
}

export async function contention(): Promise<Result[]> {
  const postgres = await startPostgres({ settings: { ...MEASURED, ...SLOW_COMMITS } })
  const sides: Side[] = []
  try {
    if (against !== undefined) sides.push(await openSide(against, postgres.url, await buildServer(against)))
    sides.push(await openSide('this version', postgres.url))
    return await measureAll(sides)
  } finally {
    for (const { servers, usage, waits } of sides) {
      for (const server of servers) await server.stop()
      await usage.close()
      await waits.close()
    }
    await postgres.stop()
  }
}

async function openSide(name: string, url: string, program?: readonly string[]): Promise<Side> {
  const databaseUrl = await createDatabaseOn(url)
  const settings = {
    MERCHANTPAY_DATABASE_URL: databaseUrl,
    MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
  }
  const first = await startServer(program, settings)
  const second = await startServer(program, settings, first.keys)
  return {
    name,
    servers: [first, second],
    usage: await PostgresUsage.of(databaseUrl),
    waits: await LockWaits.of(databaseUrl),
  }
}

/** Measures the sides in turn, so that other load on the machine slows all of them. */
async function measureAll(sides: readonly Side[]): Promise<Result[]> {
  const cases = sides.flatMap((side) => [1, 2].map((count) => ({ side, count, rounds: [] as Figures[] })))
  for (const { side, count } of cases) await measure(side, count)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { side, count, rounds } of cases) rounds.push(await measure(side, count))
  return cases.map(({ side, count, rounds }) => {
    const middle = (name: keyof Figures) =>
      quantile(
        rounds.map((figures) => figures[name]),
        0.5,
      )
    const spread = [
      `${middle('waiting').toFixed(1)} transactions wait for a lock`,
      `${middle('statements').toFixed(1)} statements`,
      `CPU ${middle('serverMs').toFixed(2)} ms of the server and ${middle('postgresMs').toFixed(2)} ms of PostgreSQL`,
      `${rounds.length} rounds`,
    ]
    return {
      what: `orders of one merchant a second, ${side.name}, ${count === 1 ? 'one server' : 'two servers'}`,
      value: middle('perSecond').toFixed(0),
      spread: spread.join('; '),
      goal: 'none',
    }
  })
}

async function measure({ servers, usage, waits }: Side, count: number): Promise<Figures> {
  const busy = servers.slice(0, count)
  const cpu = () => busy.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
  const [before, cpuBefore] = [await usage.read(), cpu()]
  const sampled = waits.sample()
  const loads = await Promise.all(busy.map((server) => load(server, CONNECTIONS / count, server.signOrder)))
  const waiting = await sampled.stop()
  const [after, cpuAfter] = [await usage.read(), cpu()]
  const perSecond = loads.reduce((sum, loaded) => sum + loaded.perSecond, 0)
  const orders = loads.reduce((sum, loaded) => sum + loaded.count, 0)
  return {
    perSecond,
    waiting,
    serverMs: ((cpuAfter - cpuBefore) * 1_000) / orders,
    postgresMs: ((after.cpuSeconds - before.cpuSeconds) * 1_000) / orders,
    statements: (after.statements - before.statements) / orders,
  }
}
