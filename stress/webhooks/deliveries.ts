import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../packages/server/src/domain/store/store.js'
import { type DatabaseLocation, openStore } from '../../packages/server/src/storage/open.js'
import { killDispatchers } from '../../packages/server/test/support/crash/delivery-model.js'
import {
  killDeliveryServers,
  type ServersReport,
} from '../../packages/server/test/support/crash/delivery-servers.js'
import { seeded } from '../../packages/server/test/support/crash/sites.js'
import { START } from '../../packages/server/test/support/domain/context.js'
import { onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'

const KILLS = 500
const DELIVERIES = 40
const KILLS_A_RUN = 50
const PRINTED_FAULTS = 20
/** Enough of a statement to recognise it. */
const PRINTED_LETTERS = 120
const ENGINES = ['sqlite', 'postgres'] as const
type Engine = (typeof ENGINES)[number]
/** A SQLite file has one server; PostgreSQL has two. */
const PROCESSES = { sqlite: 1, postgres: 2 } as const

/**
 * Kills dispatchers 500 times on each engine, with a clock that runs through the whole schedule, and then real servers as often
 * with SIGKILL. No delivery may be lost, be sent twice at once or be attempted a seventh time, and each attempt must be due when
 * the schedule says.
 *
 * @throws Error with the first faults
 */
export async function deliveries(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['engine', 'kills', 'seed', 'what'])
  const kills = options.number('kills', KILLS)
  const seed = options.number('seed', randomInt(1_000_000))
  const only = options.text('engine', '')
  const what = options.text('what', '')
  for (const engine of ENGINES.filter((name) => only === '' || name === only)) {
    const print = (text: string) => console.log(`deliveries on ${engine}, seed ${seed}: ${text}`)
    if (what !== 'servers') print(await killOn(engine, kills, seed))
    if (what !== 'dispatchers') print(await killServersOn(engine, kills, seed))
  }
}

async function killOn(engine: Engine, kills: number, seed: number): Promise<string> {
  const sum = { kills: 0, attempts: 0, delivered: 0, failed: 0 }
  const faults: string[] = []
  const random = seeded(seed)
  await onEngine(engine, async (fresh) => {
    while (sum.kills < kills) {
      const database = await fresh()
      const stores = await Promise.all(Array.from({ length: PROCESSES[engine] }, () => open(database)))
      const left = Math.min(KILLS_A_RUN, kills - sum.kills)
      const report = await killDispatchers({ stores, kills: left, deliveries: DELIVERIES, random })
      for (const store of stores) await store.close()
      for (const name of ['kills', 'attempts', 'delivered', 'failed'] as const) sum[name] += report[name]
      faults.push(...report.faults)
    }
  })
  refuse(faults, seed)
  return `${sum.kills} kills, ${sum.attempts} attempts, ${sum.delivered} delivered, ${sum.failed} failed; 0 lost, 0 twice at once`
}

/** Kills real processes, which use the system clock. */
async function killServersOn(engine: Engine, kills: number, seed: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-deliveries-'))
  let report: ServersReport | undefined
  try {
    await onEngine(engine, async (fresh) => {
      const database = await fresh()
      const databaseUrl = database.engine === 'sqlite' ? `file:${database.file}` : database.url
      const store = await open(database)
      const servers = PROCESSES[engine]
      const plan = { folder, databaseUrl, store, servers, kills, random: seeded(seed) }
      report = await killDeliveryServers(plan).finally(() => store.close())
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (!report) throw new Error('no run took place')
  refuse(report.faults, seed)
  return (
    `${report.kills} SIGKILLs of ${PROCESSES[engine]} servers at ${report.sitesKilledAt.length} of ${report.sites.length} sites, ` +
    `${report.deliveries} deliveries, ${report.posts} POSTs, ${report.repeated} of them repeated, ${report.timeouts} timed out, ` +
    `${report.delivered} delivered, ${report.failed} failed, ${report.mostAttempts} attempts at most, ` +
    `none early, delays count from ${report.latestMs} ms after an answer at most; 0 lost, 0 twice at once` +
    ['\nkilled', ...report.sitesKilledAt.map((site) => site.slice(0, PRINTED_LETTERS))].join('\n  ')
  )
}

function open(database: DatabaseLocation): Promise<Store> {
  const silent = () => undefined
  return openStore({ database, now: START, onCommit: silent, onDamage: silent })
}

function refuse(faults: readonly string[], seed: number): void {
  if (faults.length === 0) return
  throw new Error([`seed ${seed}, ${faults.length} faults`, ...faults.slice(0, PRINTED_FAULTS)].join('\n  '))
}
