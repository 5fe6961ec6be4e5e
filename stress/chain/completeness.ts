import { type FaultyReads, readWithFaults } from '../../packages/server/test/support/chain/completeness.js'
import { FAULTY_ETHEREUM } from '../../packages/server/test/support/chain/erc20-completeness.js'
import {
  FAULTY_TRON,
  FAULTY_TRON_BEHIND,
} from '../../packages/server/test/support/chain/trc20-completeness.js'
import { Options } from '../lib/options.js'

/** Plants every fault in every answer of a node, at every block of a network, and expects the same transfers. */
export async function completeness(args: readonly string[]): Promise<void> {
  const seed = String(new Options(args, ['seed']).number('seed', 1))
  console.log(`seed ${seed}`)
  report('ERC20', await readWithFaults(FAULTY_ETHEREUM, seed))
  report('TRC20', await readWithFaults(FAULTY_TRON, seed))
  report('TRC20, from behind', await readWithFaults(FAULTY_TRON_BEHIND, seed))
}

const report = (network: string, { clean, faults, runs }: FaultyReads) =>
  console.log(
    `${network}: ${faults} wrong answers in ${runs} runs, ${clean.recorded.length} transfers in each`,
  )
