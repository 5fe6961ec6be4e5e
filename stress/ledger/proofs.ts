import { proveWhileBusy } from '../../packages/server/test/support/ledger/busy-proofs.js'
import { onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'

const RUNS = 10_000
/** Then a ledger and a seed of their own: a proof of a long history takes longer, and a failure is soon told again. */
const PER_SEED = 100

/** Proves the ledger of a busy service 10,000 times as its server does each night, and expects no violation. */
export async function proofs(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['engine', 'seed', 'runs'])
  const engine = options.text('engine', 'sqlite')
  const all = options.number('runs', RUNS)
  let seed = options.number('seed', 1)
  let underWrites = 0
  let operations = 0
  await onEngine(engine, async (fresh) => {
    for (let left = all; left > 0; left -= PER_SEED) {
      const runs = Math.min(left, PER_SEED)
      const proven = await proveWhileBusy({ location: await fresh(), proofs: runs, seed })
      if (proven.found.length > 0) {
        console.error(`again: npm run stress -- proofs --engine ${engine} --seed ${seed} --runs ${runs}`)
        throw new Error(`seed ${seed}: ${proven.found.slice(0, 10).join('; ')}`)
      }
      underWrites += proven.underWrites
      operations += proven.operations
      seed += 1
    }
  })
  if (underWrites === 0) throw new Error('nothing was written while the ledger was proven')
  console.log(
    `${all} proofs on ${engine}, seeds up to ${seed - 1}, ${underWrites} of them while blocks were booked, among ${operations} operations: nothing found`,
  )
}
