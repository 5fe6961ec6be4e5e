import { requireExactMoney } from '../../packages/sdk/test/support/money-oracle.js'
import { Options } from '../lib/options.js'

const CASES = 100_000

/** Compares the SDK's money with an oracle in 100,000 random cases. */
export async function sdkMoney(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['seed', 'cases'])
  const cases = options.number('cases', CASES)
  const seed = options.number('seed', 1)
  console.log(`seed ${seed}`)
  requireExactMoney(seed, cases)
  console.log(`${cases} cases: read, written, added, compared, due and charged exactly`)
}
