import { type FaultyReads, readWithFaults } from '../../packages/server/test/support/chain/completeness.js'
import { FAULTY_ETHEREUM } from '../../packages/server/test/support/chain/erc20-completeness.js'
import { FAULTY_TRON } from '../../packages/server/test/support/chain/trc20-completeness.js'
import { Options } from '../lib/options.js'

/** Every fault of every answer of a node, at every block of a network. */
export async function completeness(args: readonly string[]): Promise<void> {
  const seed = String(new Options(args, ['seed']).number('seed', 1))
  console.log(`seed ${seed}`)
  tell('ERC20', await readWithFaults(FAULTY_ETHEREUM, seed))
  tell('TRC20', await readWithFaults(FAULTY_TRON, seed))
}

const tell = (network: string, { clean, faults, runs }: FaultyReads) =>
  console.log(`${network}: ${faults} wrong answers in ${runs} runs, ${clean.booked.length} transfers in each`)
