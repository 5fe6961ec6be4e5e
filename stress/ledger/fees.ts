import { requireExactFees } from '../../packages/server/test/support/ledger/splits.js'
import { Options } from '../lib/options.js'

const AMOUNTS = 1_000_000

/** Pays 1,000,000 random amounts in random parts. Fee plus credited amount must equal the received amount. */
export async function fees(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['seed', 'amounts'])
  const amounts = options.number('amounts', AMOUNTS)
  const seed = options.number('seed', 1)
  console.log(`seed ${seed}`)
  requireExactFees(seed, amounts)
  console.log(`${amounts} amounts: fee + credited = received, to the unit`)
}
