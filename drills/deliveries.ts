import { randomInt } from 'node:crypto'
import { type OpenOptions, openStore } from '../packages/server/src/storage/open.js'
import { killDispatchers } from '../packages/server/test/support/crash/delivery-model.js'
import { seeded } from '../packages/server/test/support/crash/sites.js'
import { START } from '../packages/server/test/support/unit-context.js'
import { onEngine } from './engines.js'
import { Options } from './options.js'

const KILLS = 500
const DELIVERIES = 40
const KILLS_A_RUN = 50
const SHOWN = 20
/** A file has one server; two share PostgreSQL. */
const PROCESSES = { sqlite: 1, postgres: 2 } as const

/**
 * Kills dispatchers 500 times on each engine, with a clock that goes from one end of the schedule to the other: nothing
 * is lost, nothing is under way twice, nobody attempts a seventh time, and each attempt is due when the schedule says.
 * Real processes under real signals are killed by the drill `crash`.
 *
 * @throws Error that names the first faults
 */
export async function deliveries(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['kills', 'seed'])
  const kills = options.number('kills', KILLS)
  const seed = options.number('seed', randomInt(1_000_000))
  for (const engine of ['sqlite', 'postgres'] as const) {
    const told = await killOn(engine, kills, seed)
    console.log(`deliveries on ${engine}, seed ${seed}: ${told}`)
  }
}

async function killOn(engine: 'sqlite' | 'postgres', kills: number, seed: number): Promise<string> {
  const sum = { kills: 0, attempts: 0, delivered: 0, failed: 0 }
  const faults: string[] = []
  const random = seeded(seed)
  await onEngine(engine, async (fresh) => {
    while (sum.kills < kills) {
      const database = await fresh()
      const silent = () => undefined
      const open: OpenOptions = { database, now: START, onCommit: silent, onDamage: silent }
      const stores = await Promise.all(Array.from({ length: PROCESSES[engine] }, () => openStore(open)))
      const left = Math.min(KILLS_A_RUN, kills - sum.kills)
      const report = await killDispatchers({ stores, kills: left, deliveries: DELIVERIES, random })
      for (const store of stores) await store.close()
      for (const name of ['kills', 'attempts', 'delivered', 'failed'] as const) sum[name] += report[name]
      faults.push(...report.faults)
    }
  })
  if (faults.length > 0)
    throw new Error([`seed ${seed}, ${faults.length} faults`, ...faults.slice(0, SHOWN)].join('\n  '))
  return `${sum.kills} kills, ${sum.attempts} attempts, ${sum.delivered} delivered, ${sum.failed} failed; 0 lost, 0 twice at once`
}
