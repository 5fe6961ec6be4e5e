import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { AnvilForks } from '../support/forks/anvil.js'
import { CannedForks } from '../support/forks/canned.js'
import type { ForkingNetwork } from '../support/forks/network.js'
import { SandboxForks } from '../support/forks/sandbox.js'
import { runForks } from '../support/forks/story.js'
import type { ForkTally } from '../support/forks/tally.js'
import { Dice } from '../support/ledger/dice.js'
import { sqliteLedger } from '../support/ledger/ledger-database.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { temporaryFolder } from '../support/server/folder.js'

/** 2 % of what `npm run stress -- reorgs` does, and of its 50 on anvil. */
const SEEDS = Array.from({ length: 9 }, (_, at) => at + 1)
const ANVIL_SEED = 502
const ANVIL_MS = 60_000

/** Events that the seeds must cover; seeds without them prove little. */
const WANTED = ['a branch', 'a deep branch', 'ended PAID', 'ended FROZEN, fresh PAID', 'ended UNDERPAID']

const NETWORKS: Record<string, (seed: number, dice: Dice) => ForkingNetwork> = {
  'the sandbox': () => new SandboxForks(),
  'a canned node': (seed, dice) => new CannedForks(seed, dice),
}

const run = (network: ForkingNetwork, dice: Dice): Promise<ForkTally> => {
  const folder = temporaryFolder()
  let opened = 0
  const openDatabase = () => {
    opened += 1
    return sqliteLedger(join(folder, `ledger-${opened}.db`))(() => undefined)
  }
  return runForks({ network, dice, openDatabase })
}

describe('the ledger of a network with reorgs equals one read from the winning branch', () => {
  describe.each(Object.entries(NETWORKS))('on %s', (_, open) => {
    const seen = new Set<string>()
    afterAll(() => expect(WANTED.filter((name) => !seen.has(name))).toEqual([]))

    it.each(SEEDS)('with seed %i', async (seed) => {
      const dice = new Dice(seed)
      for (const name of (await run(open(seed, dice), dice)).keys()) seen.add(name)
      expect(seen).toContain('a branch')
    })
  })

  it.skipIf(isAnvilSkipped)(
    `the ledger of a network with reorgs equals one read from the winning branch on a real node, with seed ${ANVIL_SEED}`,
    async () => {
      const network = await AnvilForks.start()
      try {
        expect([...(await run(network, new Dice(ANVIL_SEED))).keys()]).toContain('a branch')
      } finally {
        await network.stop()
      }
    },
    ANVIL_MS,
  )
})
