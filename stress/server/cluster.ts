/**
 * `npm run stress -- cluster [--failovers n] [--seed n]`: two servers under the load of `crash`, on three nodes of PostgreSQL
 * with Patroni, etcd and HAProxy, from the files of `deploy/cluster`. The primary is replaced in turn by a switchover, after
 * SIGKILL of its PostgreSQL, and after SIGKILL of all of its node. At the end the ledger is compared with the payments of the
 * payers and the webhooks of the merchant.
 */
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CrashRun } from '../../packages/server/test/support/crash/crash-run.js'
import { playLoad } from '../../packages/server/test/support/crash/load.js'
import { Sites, seeded } from '../../packages/server/test/support/crash/sites.js'
import type { Supervisor } from '../../packages/server/test/support/crash/supervisor.js'
import { createDatabaseOn } from '../../packages/server/test/support/storage/postgres-client.js'
import { type PostgresCluster, startCluster } from '../../test-support/databases/postgres-cluster.js'
import { Options } from '../lib/options.js'
import { pause } from '../lib/until.js'

const FAILOVERS = 10
const PAYERS = 8
/** Between two failovers, so that payments pass on each primary. */
const CALM_MS = 5_000
const POLL_MS = 100
/** A server that is not ready this long after a failover has not found the new primary. */
const READY_WITHIN_MS = 60_000
const STALL_MS = 60_000
const PRINTED_LINES = 20

type Failover = (cluster: PostgresCluster) => Promise<void>
const KINDS: readonly (readonly [string, Failover])[] = [
  ['switchover', (cluster) => cluster.switchOver()],
  ['PostgreSQL killed', (cluster) => cluster.killPostgres()],
  ['node killed', (cluster) => cluster.killNode()],
]

/** @throws Error with the first differences, or where a server did not find the new primary */
export async function cluster(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['failovers', 'seed'])
  const failovers = options.number('failovers', FAILOVERS)
  const seed = options.number('seed', randomInt(1_000_000))
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-cluster-run-'))
  const nodes = await startCluster()
  try {
    const databaseUrl = await createDatabaseOn(nodes.url)
    const run = await CrashRun.start({ folder, databaseUrl, servers: 2, nextFaults: () => ({}) })
    try {
      await runUnderLoad(run, nodes, { failovers, seed, sites: join(folder, 'sites') })
    } finally {
      await run.stop()
    }
  } finally {
    await nodes.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runUnderLoad(
  run: CrashRun,
  nodes: PostgresCluster,
  { failovers, seed, sites }: { failovers: number; seed: number; sites: string },
): Promise<void> {
  const random = seeded(seed)
  let isOver = false
  const load = playLoad(run, {
    ...{ payments: Number.POSITIVE_INFINITY, limitMs: Number.POSITIVE_INFINITY, payers: PAYERS },
    ...{ kills: 0, lifeMs: Number.POSITIVE_INFINITY, random, sites: new Sites(sites, random) },
    isOver: () => isOver,
  })
  const failingOver = failOver(run.supervisors, nodes, failovers).finally(() => {
    isOver = true
  })
  const [told] = await Promise.all([load, failingOver])
  const differences = [...told, ...(await run.waitForConsistency(STALL_MS))]
  const ended = run.exits.map((exit) => `a server ended with ${exit}`)
  const { payments, payouts } = run.played
  console.log(
    `seed ${seed}: ${failovers} failovers, ${payments.length} payments, ${payouts.length} withdrawals, ${differences.length} differences`,
  )
  const wrong = [...differences, ...ended]
  if (wrong.length > 0) throw new Error(wrong.slice(0, PRINTED_LINES).join('\n  '))
}

async function failOver(
  servers: readonly Supervisor[],
  nodes: PostgresCluster,
  failovers: number,
): Promise<void> {
  for (let made = 0; made < failovers; made += 1) {
    const [kind, replacePrimary] = KINDS[made % KINDS.length] ?? []
    if (kind === undefined || !replacePrimary) throw new Error('there is no kind of failover')
    await pause(CALM_MS)
    const startedAt = performance.now()
    await replacePrimary(nodes)
    await nodes.untilWritable()
    const writableMs = performance.now() - startedAt
    await Promise.all(servers.map((server) => untilReady(server, nodes)))
    const readyMs = performance.now() - startedAt
    await nodes.untilWhole()
    console.log(
      `${kind}: a primary after ${inSeconds(writableMs)}, both servers ready after ${inSeconds(readyMs)}, three nodes after ${inSeconds(performance.now() - startedAt)}`,
    )
  }
}

async function untilReady({ url, errors }: Supervisor, nodes: PostgresCluster): Promise<void> {
  for (const deadline = performance.now() + READY_WITHIN_MS; ; await pause(POLL_MS)) {
    const answer = await fetch(`${url}/readyz?for=api`).catch(() => undefined)
    if (answer?.status === 200) return
    if (performance.now() < deadline) continue
    const members = JSON.stringify(await nodes.members())
    throw new Error(
      `a server is not ready: ${await answer?.text()} ${members}\n${errors.slice(-5).join('\n')}`,
    )
  }
}

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
