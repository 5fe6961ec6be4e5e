import { proveWhileBusy } from '../../packages/server/test/support/ledger/busy-proofs.js'
import { onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'

const RUNS = 10_000
/** Proofs per database and seed: proofs of a long history are slow, and a failure is quick to reproduce. */
const PER_SEED = 100

/** Proves the ledger of a busy service 10,000 times, as its server does each night. No proof may find a violation. */
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
        console.error(`to repeat: npm run stress -- proofs --engine ${engine} --seed ${seed} --runs ${runs}`)
        throw new Error(`seed ${seed}: ${proven.found.slice(0, 10).join('; ')}`)
      }
      underWrites += proven.underWrites
      operations += proven.operations
      seed += 1
    }
  })
  if (underWrites === 0) throw new Error('no write happened during a proof')
  console.log(
    `${all} proofs on ${engine}, seeds up to ${seed - 1}, ${underWrites} of them while blocks were recorded, among ${operations} operations: nothing found`,
  )
}
