import { ledgerIn } from '../../packages/server/test/support/ledger/ledger-database.js'
import { runLedger, type Tally } from '../../packages/server/test/support/ledger/run.js'
import { type NewDatabase, onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'

const OPERATIONS = 100_000
/** Operations per database and seed, so that a failure is quick to reproduce. */
const PER_SEED = 2_000

/** Runs 100,000 random operations on the ledger and proves it after every 100. */
export async function ledger(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['engine', 'seed', 'operations'])
  const engine = options.text('engine', 'sqlite')
  const all = options.number('operations', OPERATIONS)
  const tally = new Map<string, number>()
  let seed = options.number('seed', 1)
  await onEngine(engine, async (fresh) => {
    for (let left = all; left > 0; left -= PER_SEED) {
      const operations = Math.min(left, PER_SEED)
      for (const [what, times] of await runOn(engine, fresh, seed, operations)) {
        tally.set(what, (tally.get(what) ?? 0) + times)
      }
      seed += 1
    }
  })
  for (const [what, times] of [...tally].sort()) console.log(`  ${what}: ${times}`)
  console.log(`${all} operations on ${engine}, seeds up to ${seed - 1}: ledger balanced`)
}

async function runOn(engine: string, fresh: NewDatabase, seed: number, operations: number): Promise<Tally> {
  try {
    return await runLedger({ openDatabase: ledgerIn(await fresh()), seed, operations })
  } catch (error) {
    const options = `--engine ${engine} --seed ${seed} --operations ${operations}`
    console.error(`to repeat: npm run stress -- ledger ${options}`)
    throw error
  }
}
