/**
 * `npm run stress -- cluster [--failovers n] [--only names] [--nodes yes] [--seed n]`: two servers under the load of `crash`, on
 * three nodes of PostgreSQL with Patroni, etcd, HAProxy and PgBouncer, from the files of `deploy/cluster`. The primary is replaced
 * in every way of `failovers.ts` in turn. At the end the ledger is compared with the payments of the payers and the webhooks of
 * the merchant. After the first failover one server is replaced by a version with a newer, compatible schema; the other one stays.
 * The networks are sandboxes; with `--nodes yes` they are anvil and the TRON development node, and at the end each transfer that
 * left a wallet must be a payment that the last primary knows: one that was signed on an old primary is none.
 * With `--lost-tails n` commits wait for no standby instead, and each failover loses some: see `lost-tails.ts`.
 */
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CrashRun } from '../../packages/server/test/support/crash/crash-run.js'
import { playLoad } from '../../packages/server/test/support/crash/load.js'
import { NodeChains } from '../../packages/server/test/support/crash/node-chains.js'
import { Sites, seeded } from '../../packages/server/test/support/crash/sites.js'
import type { Supervisor } from '../../packages/server/test/support/crash/supervisor.js'
import {
  COMPATIBLE,
  type Version,
  versionWith,
} from '../../packages/server/test/support/server/server-slots.js'
import { createDatabaseOn } from '../../packages/server/test/support/storage/postgres-client.js'
import { type PostgresCluster, startCluster } from '../../test-support/databases/cluster/postgres-cluster.js'
import { root } from '../../tools/lib/run.js'
import { Options } from '../lib/options.js'
import { pause } from '../lib/until.js'
import { CommitProbe } from './commit-probe.js'
import { FAILOVERS, type Failover } from './failovers.js'
import { loseTails } from './lost-tails.js'

const TIMES = 10
const PAYERS = 8
/** On nodes some payers wait for the end of a window. */
const PAYERS_ON_NODES = 32
/** Between two failovers, so that payments pass on each primary. */
const CALM_MS = 5_000
const POLL_MS = 100
/** A server that is not ready this long after a failover has not found the new primary. */
const READY_WITHIN_MS = 60_000
/** A network whose server died is followed by another one within 22 s. */
const TOLD_WITHIN_MS = 60_000
/** On nodes payers who could not pay in time during a failover all wait until their windows have ended. */
const TOLD_ON_NODES_WITHIN_MS = 150_000
const STALL_MS = 60_000
/** Nothing is signed on TRON for 15 minutes after a failover: another server may have signed before it. */
const STALL_ON_NODES_MS = 20 * 60_000
const CLI = join(root, 'packages/server/dist/cli.js')
const PRINTED_LINES = 20

/** @throws Error with the first differences, or where a server did not find the new primary */
export async function cluster(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['failovers', 'lost-tails', 'nodes', 'only', 'seed'])
  const count = options.number('failovers', TIMES)
  const lostTails = options.number('lost-tails', 0)
  const only = options.text('only', '')
  const seed = options.number('seed', randomInt(1_000_000))
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-cluster-run-'))
  const nodes = await startCluster()
  let chains: NodeChains | undefined
  try {
    if (lostTails > 0) return await loseTails(nodes, lostTails)
    if (options.text('nodes', '') === 'yes') chains = await NodeChains.start(folder, seeded(seed))
    const databaseUrl = await createDatabaseOn(nodes.pooledUrl)
    const run = await CrashRun.start({ folder, databaseUrl, servers: 2, nextFaults: () => ({}), chains })
    try {
      await runUnderLoad(run, nodes, {
        chains,
        failovers: waysOf(count, only, nodes),
        newer: versionWith(join(folder, 'newer'), COMPATIBLE),
        seed,
        sites: join(folder, 'sites'),
      })
    } finally {
      await run.stop()
    }
  } finally {
    await chains?.stop()
    await nodes.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Rounds {
  /** Sandboxes without. */
  readonly chains: NodeChains | undefined
  readonly failovers: readonly Failover[]
  readonly newer: Version
  readonly seed: number
  readonly sites: string
}

async function runUnderLoad(
  run: CrashRun,
  nodes: PostgresCluster,
  { chains, failovers, newer, seed, sites }: Rounds,
): Promise<void> {
  const random = seeded(seed)
  let isOver = false
  const load = playLoad(run, {
    ...{ payments: Number.POSITIVE_INFINITY, limitMs: Number.POSITIVE_INFINITY },
    payers: chains ? PAYERS_ON_NODES : PAYERS,
    ...{ kills: 0, lifeMs: Number.POSITIVE_INFINITY, random, sites: new Sites(sites, random) },
    isOver: () => isOver,
  })
  const toldWithinMs = chains ? TOLD_ON_NODES_WITHIN_MS : TOLD_WITHIN_MS
  const failingOver = failOver(run, nodes, { failovers, newer, toldWithinMs }).finally(() => {
    isOver = true
  })
  const [told] = await Promise.all([load, failingOver])
  const differences = [...told, ...(await run.waitForConsistency(chains ? STALL_ON_NODES_MS : STALL_MS))]
  const ended = run.exits.filter((exit) => exit !== 0).map((exit) => `a server ended with ${exit}`)
  const { payments, payouts } = run.played
  console.log(
    `seed ${seed}: ${failovers.length} failovers, ${payments.length} payments, ${payouts.length} withdrawals, ${differences.length} differences`,
  )
  const deadlocks = nodes.deadlocks > 0 ? [`${nodes.deadlocks} deadlocks`] : []
  const wrong = [...differences, ...ended, ...deadlocks]
  if (wrong.length > 0) throw new Error(wrong.slice(0, PRINTED_LINES).join('\n  '))
  if (chains) console.log(await chains.verify(run.env, CLI))
}

async function failOver(
  run: CrashRun,
  nodes: PostgresCluster,
  { failovers, newer, toldWithinMs }: Pick<Rounds, 'failovers' | 'newer'> & { readonly toldWithinMs: number },
): Promise<void> {
  const probe = new CommitProbe(nodes.url, run.interruptedAt)
  try {
    for (const [at, { what, replacePrimary }] of failovers.entries()) {
      if (at === 1) await upgradeOne(run, newer)
      await pause(CALM_MS)
      probe.takeLongestMs()
      const startedAt = performance.now()
      const passed = () => inSeconds(performance.now() - startedAt)
      await replacePrimary(nodes)
      await nodes.untilWritable()
      await Promise.all(run.supervisors.map((server) => untilReady(server, nodes)))
      const ready = passed()
      await untilTold(run, toldWithinMs)
      const told = passed()
      await nodes.untilWhole()
      const silent = inSeconds(probe.takeLongestMs())
      console.log(
        `${what}: no commits for ${silent}; after ${ready} both servers ready, ${told} payments told, ${passed()} three nodes`,
      )
    }
  } finally {
    await probe.stop()
  }
}

/** Replaces one of the servers by a version that migrates the database under the other one. */
async function upgradeOne(run: CrashRun, newer: Version): Promise<void> {
  await run.supervisor.replaceBy(newer)
  await run.rows.all('SELECT id FROM of_tomorrow')
  console.log('one server replaced by a version with a newer schema')
}

async function untilReady({ url, errors }: Supervisor, nodes: PostgresCluster): Promise<void> {
  for (const deadline = performance.now() + READY_WITHIN_MS; ; await pause(POLL_MS)) {
    const answer = await fetch(`${url}/readyz?for=api`).catch(() => undefined)
    if (answer?.status === 200) return
    if (performance.now() < deadline) continue
    const members = JSON.stringify(await nodes.members())
    throw new Error(
      `a server is not ready: ${await answer?.text()} ${members}\n${errors.slice(-5).join('\n')}\n${nodes.logs}`,
    )
  }
}

/** Waits until a payment is read from its network, and its webhook delivered, by whichever servers do that now. */
async function untilTold({ rows, supervisors }: CrashRun, withinMs: number): Promise<void> {
  const since = BigInt(Date.now())
  for (const deadline = performance.now() + withinMs; ; await pause(POLL_MS)) {
    const told = `SELECT event_id FROM webhook_deliveries JOIN webhook_events ON webhook_events.id = event_id
      WHERE webhook_events.created_at > ? AND event = 'payment.confirmed' AND status = 'DELIVERED' LIMIT 1`
    const found = await rows.all(told, since).catch(() => [])
    if (found.length > 0) return
    if (performance.now() < deadline) continue
    const logs = supervisors.flatMap(({ errors }) => errors.slice(-25))
    const leases = JSON.stringify(await rows.all('SELECT * FROM network_leases'), (_, value) => `${value}`)
    throw new Error(`no payment was recorded and told after the failover: ${leases}\n${logs.join('\n')}`)
  }
}

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** The ways of the rounds, in turn. @param only their names with commas between, all where empty */
function waysOf(count: number, only: string, nodes: PostgresCluster): readonly Failover[] {
  const names = only.split(',')
  const named = Object.entries(FAILOVERS).filter(([name]) => only === '' || names.includes(name))
  if (only !== '' && named.length < names.length)
    throw new Error(`--only: one of ${Object.keys(FAILOVERS).join(', ')}`)
  const ways = named.map(([, way]) => way).filter(({ fillsDisk }) => !fillsDisk || nodes.hasSmallDisks)
  if (ways.length < named.length)
    console.log('no disk can be mounted here: rounds with a full disk are left out')
  return Array.from({ length: count }, (_, at) => ways[at % ways.length]).filter((way) => way !== undefined)
}
