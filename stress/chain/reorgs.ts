import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AnvilForks } from '../../packages/server/test/support/forks/anvil.js'
import { CannedForks } from '../../packages/server/test/support/forks/canned.js'
import type { ForkingNetwork } from '../../packages/server/test/support/forks/network.js'
import { SandboxForks } from '../../packages/server/test/support/forks/sandbox.js'
import { runForks } from '../../packages/server/test/support/forks/story.js'
import { type ForkTally, note } from '../../packages/server/test/support/forks/tally.js'
import { Dice } from '../../packages/server/test/support/ledger/dice.js'
import { sqliteLedger } from '../../packages/server/test/support/ledger/ledger-database.js'
import { Options } from '../lib/options.js'

const TREES = 1_000
const TREES_ON_ANVIL = 50

/**
 * Follows 1,000 trees of branches on the sandbox and on a canned node, and 50 on anvil. The ledger must equal one read from
 * the winning branch alone. Some orders end PAID where that reading has EXPIRED_PAID, or the reverse, because the end of a
 * window is not revoked. The rows of such an order must explain it: see `isExplained` in `forks/difference.ts`.
 */
export async function reorgs(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['seed', 'trees', 'anvil'])
  const seed = options.number('seed', 1)
  const trees = options.number('trees', TREES)
  const half = Math.ceil(trees / 2)
  await playAll('sandbox', seed, half, async () => new SandboxForks())
  await playAll('canned node', seed, trees - half, async (number, dice) => new CannedForks(number, dice))
  await playAll('anvil', seed, options.number('anvil', TREES_ON_ANVIL), () => AnvilForks.start())
}

async function playAll(
  name: string,
  first: number,
  trees: number,
  open: (seed: number, dice: Dice) => Promise<ForkingNetwork>,
): Promise<void> {
  const tally: ForkTally = new Map()
  for (let seed = first; seed < first + trees; seed += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'merchantpay-reorgs-'))
    let opened = 0
    const openDatabase = () => {
      opened += 1
      return sqliteLedger(join(folder, `books-${opened}.db`))(() => undefined)
    }
    const dice = new Dice(seed)
    const network = await open(seed, dice)
    try {
      for (const [what, times] of await runForks({ network, dice, openDatabase })) note(tally, what, times)
    } catch (error) {
      console.error(`on ${name}; to repeat: npm run stress -- reorgs --seed ${seed} --trees 2 --anvil 1`)
      throw error
    } finally {
      await network.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  for (const [what, times] of [...tally].sort()) console.log(`  ${what}: ${times}`)
  console.log(
    `${trees} trees on the ${name}, seeds ${first} to ${first + trees - 1}: the ledger is that of the winning branch`,
  )
}
