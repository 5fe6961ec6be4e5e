import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { AnvilForks } from '../support/forks/anvil.js'
import { CannedForks } from '../support/forks/canned.js'
import type { ForkingNetwork } from '../support/forks/network.js'
import { SandboxForks } from '../support/forks/sandbox.js'
import { runForks } from '../support/forks/story.js'
import type { ForkTally } from '../support/forks/tally.js'
import { sqliteBooks } from '../support/ledger/books.js'
import { Dice } from '../support/ledger/dice.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { temporaryFolder } from '../support/server/folder.js'

/** 2 % of what `npm run stress -- reorgs` does, and of its 50 on anvil. */
const SEEDS = Array.from({ length: 9 }, (_, at) => at + 1)
const ANVIL_SEED = 502
const ANVIL_MS = 60_000

/** What the seeds must have seen, or they prove little. */
const WANTED = ['a branch', 'a deep branch', 'ended PAID', 'ended FROZEN, fresh PAID', 'ended UNDERPAID']

const NETWORKS: Record<string, (seed: number, dice: Dice) => ForkingNetwork> = {
  'the sandbox': () => new SandboxForks(),
  'a canned node': (seed, dice) => new CannedForks(seed, dice),
}

const play = (network: ForkingNetwork, dice: Dice): Promise<ForkTally> => {
  const folder = temporaryFolder()
  let opened = 0
  const openBooks = () => {
    opened += 1
    return sqliteBooks(join(folder, `books-${opened}.db`))(() => undefined)
  }
  return runForks({ network, dice, openBooks })
}

describe('books of branches that replace each other are those of the one that won', () => {
  describe.each(Object.entries(NETWORKS))('on %s', (_, open) => {
    const seen = new Set<string>()
    afterAll(() => expect(WANTED.filter((what) => !seen.has(what))).toEqual([]))

    it.each(SEEDS)('with seed %i', async (seed) => {
      const dice = new Dice(seed)
      for (const what of (await play(open(seed, dice), dice)).keys()) seen.add(what)
      expect(seen).toContain('a branch')
    })
  })

  it.skipIf(isAnvilSkipped)(
    `on a real node, with seed ${ANVIL_SEED}`,
    async () => {
      const network = await AnvilForks.start()
      try {
        expect([...(await play(network, new Dice(ANVIL_SEED))).keys()]).toContain('a branch')
      } finally {
        await network.stop()
      }
    },
    ANVIL_MS,
  )
})
