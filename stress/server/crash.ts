/**
 * `npm run stress -- crash [--quick] [--engine sqlite|postgres] [--nodes] [--minutes n] [--seed n]`: kills a server under
 * load, or two on PostgreSQL, at every statement and call of the run at least once and at random. At the end the ledger is
 * compared with the payments of the payers and the webhooks of the merchant. `--planted [--only name]` does the same with
 * servers that have a fault, and must find each fault. The networks are sandboxes; `--nodes` uses anvil and the TRON
 * development node with reorgs, and a server that polls them more often than the built one.
 *
 * Not covered: nodes that lie or lag, and payments that leave the chain for good (see `stress/simulation/`); withdrawals that
 * neither complete nor are canceled; a chain that advances while a database is restored; two processes on one SQLite file; power
 * loss, because SIGKILL keeps the page cache.
 */
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CrashRun } from '../../packages/server/test/support/crash/crash-run.js'
import { pause } from '../../packages/server/test/support/crash/driver.js'
import { type DiskShares, playLoad } from '../../packages/server/test/support/crash/load.js'
import { NodeChains } from '../../packages/server/test/support/crash/node-chains.js'
import { EAGER, PLANTED, type Planted, plant } from '../../packages/server/test/support/crash/planted.js'
import { rowsOf } from '../../packages/server/test/support/crash/rows.js'
import { Sites, seeded } from '../../packages/server/test/support/crash/sites.js'
import { startPostgres } from '../../test-support/databases/postgres.js'

interface Size {
  readonly payments: number
  readonly kills: number
  readonly limitMs: number
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const WHOLE = { payments: 10_000, kills: 500 }
/** Smaller, because servers start more slowly on nodes, and payments wait for blocks. */
const WHOLE_ON_NODES = { payments: 3_000, kills: 200 }
const QUICK: Size = { payments: 200, kills: 20, limitMs: 35 * SECOND_MS }
/** Every machine reaches this much; a smaller run proves nothing. */
const LEAST_OF_QUICK = { payments: 40, kills: 5 }
const FOR_PLANTED: Size = { payments: 250, kills: 3, limitMs: 120 * SECOND_MS }
const ON_SANDBOXES = { payers: 16, lifeMs: 4 * SECOND_MS }
/** Some payers wait for the end of a window, and a server needs longer to reach the site of its kill. */
const ON_NODES = { payers: 64, lifeMs: 12 * SECOND_MS }
/** On PostgreSQL the lease of a dead server ends after 30 s. */
const FINISH_MS = { sqlite: 30 * SECOND_MS, postgres: 60 * SECOND_MS }
/** Number of servers that are killed after the planted fault happened. The following ones run to the end. */
const PLANTED_LIVES = 5
/** The longest window, and the work after its end. */
const FINISH_ON_NODES_MS = 180 * SECOND_MS
/** Only one process can serve the API on a SQLite file. */
const SERVERS = { sqlite: 1, postgres: 2 }
/** The share of the time in which servers are killed. A start costs as much as many payments. */
const KILLING_SHARE = 0.9
/** How often per server life a COMMIT fails and the disk is full. A full disk stops every write, so it is rare. */
const DISK: DiskShares = { failing: 10, full: 2 }
const RETRY_MS = 100
const PRINTED_LINES = 20

type Engine = 'sqlite' | 'postgres'
interface Run extends Size {
  readonly engine: Engine
  readonly seed: number
  readonly planted?: Planted
  readonly disk?: DiskShares | undefined
  readonly isOnNodes?: boolean
  /** The run must reach at least this much. */
  readonly least?: Pick<Size, 'payments' | 'kills'>
}

/** @throws Error with the first differences, the faults that were not found, or the false alarms */
export async function crash(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      planted: { type: 'boolean', default: false },
      only: { type: 'string' },
      engine: { type: 'string', default: 'sqlite' },
      nodes: { type: 'boolean', default: false },
      seed: { type: 'string', default: `${randomInt(1_000_000)}` },
      minutes: { type: 'string', default: '18' },
    },
  })
  const engine: Engine = values.engine === 'postgres' ? 'postgres' : 'sqlite'
  const seed = Number(values.seed)
  if (values.planted) {
    if (values.nodes || values.quick) throw new Error('--planted takes neither --nodes nor --quick')
    return findPlanted(seed, values.only)
  }
  const whole = values.nodes ? WHOLE_ON_NODES : WHOLE
  const size = values.quick ? QUICK : { ...whole, limitMs: Number(values.minutes) * MINUTE_MS }
  const least = values.quick ? LEAST_OF_QUICK : whole
  const differences = await runOnce({ ...size, engine, seed, isOnNodes: values.nodes, least })
  if (differences.length > 0)
    throw new Error(
      [`the ledger is wrong in ${differences.length} places`, ...differences.slice(0, PRINTED_LINES)].join(
        '\n  ',
      ),
    )
  console.log('0 lost, 0 double, ledger balanced')
}

async function findPlanted(seed: number, only: string | undefined): Promise<void> {
  const missed: string[] = []
  const chosen = PLANTED.filter(({ name }) => only === undefined || name === only)
  for (const planted of chosen) {
    const { engine = 'sqlite', disk } = planted
    const differences = await runOnce({ ...FOR_PLANTED, engine, seed, disk, planted })
    const found = differences.find((difference) => planted.shows.test(difference))
    console.log(`${planted.name}: ${found === undefined ? 'NOT FOUND' : `found: ${found}`}`)
    if (found === undefined) missed.push([planted.name, ...differences.slice(0, PRINTED_LINES)].join('\n  '))
  }
  console.log(`${chosen.length - missed.length} of ${chosen.length} planted faults found`)
  if (missed.length > 0) throw new Error(`not found: ${missed.join('\n')}`)
  if (only === undefined) await findNothing(seed)
}

/** The same runs without a fault, which must find nothing. */
async function findNothing(seed: number): Promise<void> {
  const kinds = PLANTED.map(({ engine = 'sqlite' as Engine, disk }) => ({ engine, disk }))
  for (const kind of new Map(kinds.map((each) => [JSON.stringify(each), each])).values()) {
    const differences = await runOnce({ ...FOR_PLANTED, ...kind, seed })
    console.log(`nothing planted, ${JSON.stringify(kind)}: ${differences.length} differences`)
    if (differences.length > 0)
      throw new Error(['found with nothing planted', ...differences.slice(0, PRINTED_LINES)].join('\n  '))
  }
}

/** @returns the differences at the end */
async function runOnce(run: Run): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-crash-'))
  const postgres = run.engine === 'postgres' ? await startPostgres() : undefined
  try {
    if (postgres) await untilReachable(postgres.url)
    return await runIn(folder, postgres?.url ?? `file:${folder}/crash.db`, run)
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** PostgreSQL accepts connections a moment after its start. */
async function untilReachable(url: string): Promise<void> {
  for (const deadline = performance.now() + MINUTE_MS; ; await pause(RETRY_MS)) {
    try {
      await rowsOf(url).all('SELECT 1')
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}

async function runIn(folder: string, databaseUrl: string, run: Run): Promise<string[]> {
  if (!run.isOnNodes) return runOn(undefined, folder, databaseUrl, run)
  const nodes = await NodeChains.start(folder, seeded(run.seed))
  try {
    return await runOn(nodes, folder, databaseUrl, run)
  } finally {
    await nodes.stop()
  }
}

async function runOn(
  nodes: NodeChains | undefined,
  folder: string,
  databaseUrl: string,
  run: Run,
): Promise<string[]> {
  const { engine, seed, planted } = run
  const random = seeded(seed)
  const file = join(folder, 'sites')
  const sites = new Sites(file, random, planted?.where)
  const changed = nodes ? { name: 'polls more often', ...EAGER } : planted
  const program = changed && plant(changed, folder)
  // The first life migrates the database. Another test covers kills during a migration.
  let nextFaults = (): Record<string, string> => ({})
  const crashRun = await CrashRun.start({
    folder,
    databaseUrl,
    program,
    nextFaults: () => nextFaults(),
    servers: SERVERS[engine],
    chains: nodes,
  })
  try {
    nextFaults = () => ({ FAULT_SITES: file })
    await crashRun.killAll()
    await crashRun.playStory()
    let lives = 0
    const startedAt = performance.now()
    const isAhead = () => {
      const passedMs = performance.now() - startedAt
      const due = (run.kills * passedMs) / (KILLING_SHARE * run.limitMs)
      return passedMs > run.limitMs || (!planted && crashRun.exits.length > due)
    }
    nextFaults = () => {
      lives += 1
      if (planted?.after && lives <= PLANTED_LIVES) return faultsOf(planted, sites, file)
      return isAhead() ? { FAULT_SITES: file } : sites.nextFaults()
    }
    await crashRun.killAll()
    const disk = engine === 'sqlite' ? (run.disk ?? DISK) : undefined
    const pace = nodes ? ON_NODES : ON_SANDBOXES
    const told = await playLoad(crashRun, { ...run, ...pace, random, sites, disk })
    nextFaults = () => ({ FAULT_SITES: file })
    await crashRun.killAll()
    const finishMs = nodes ? FINISH_ON_NODES_MS : FINISH_MS[engine]
    const differences = [...told, ...(await crashRun.waitForConsistency(finishMs))]
    if (!planted) report(crashRun, sites, run)
    if (nodes && program?.[0] && differences.length === 0)
      console.log(await nodes.verify(crashRun.env, program[0]))
    if (run.least) differences.push(...shortfalls(crashRun, run.least))
    const odd = crashRun.exits
      .filter((exit) => exit !== 'SIGKILL')
      .map((exit) => `a server ended with ${exit}`)
    return [...differences, ...odd]
  } finally {
    await crashRun.stop()
  }
}

/** A slow run that proved too little. */
function shortfalls({ played, exits }: CrashRun, { payments, kills }: Required<Run>['least']): string[] {
  const paid = played.payments.length
  return [
    ...(paid < payments ? [`only ${paid} payments of ${payments}: the run needs more time`] : []),
    ...(exits.length < kills ? [`only ${exits.length} kills of ${kills}: the run needs more time`] : []),
  ]
}

const faultsOf = ({ where, after }: Planted, sites: Sites, file: string): Record<string, string> => ({
  FAULT_SITES: file,
  FAULT_KILL_SITE: sites.find(where),
  ...(after ? { FAULT_KILL_AFTER: sites.find(after) } : {}),
})

function report({ exits, played }: CrashRun, sites: Sites, { engine, seed, isOnNodes }: Run): void {
  const { all, killed } = sites
  const missed = all.filter((site) => !killed.has(site))
  const networks = isOnNodes ? 'anvil and the TRON development node' : 'sandbox networks'
  console.log(
    `crash on ${engine}, seed ${seed}: ${played.payments.length} payments, ${played.payouts.length} withdrawals, ` +
      `${exits.length} kills, ${killed.size} of ${all.length} sites killed at; ${networks}, servers: ${SERVERS[engine]}`,
  )
  if (missed.length > 0)
    console.log(`  not killed at: ${missed.slice(0, PRINTED_LINES).join('\n                 ')}`)
}
