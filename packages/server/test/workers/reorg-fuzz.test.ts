import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder.js'
import { CannedForks } from '../support/forks/canned.js'
import type { ForkingNetwork } from '../support/forks/network.js'
import { SandboxForks } from '../support/forks/sandbox.js'
import { runForks } from '../support/forks/story.js'
import { sqliteBooks } from '../support/ledger/books.js'
import { Dice } from '../support/ledger/dice.js'

/** 2 % of what `npm run drill -- reorgs` does. */
const SEEDS = Array.from({ length: Number(process.env.FZ ?? 10) }, (_, at) => Number(process.env.FS ?? 1) + at)

const NETWORKS: Record<string, (seed: number, dice: Dice) => ForkingNetwork> = {
  'the sandbox': () => new SandboxForks(),
  'a canned node': (seed, dice) => new CannedForks(seed, dice),
}

describe.each(Object.entries(NETWORKS))('on %s', (_, open) => {
  it.each(SEEDS)('the books are those of the branch that won, seed %i', async (seed) => {
    const dice = new Dice(seed)
    const openBooks = () => sqliteBooks(join(temporaryFolder(), 'books.db'))(() => undefined)
    const tally = await runForks({ network: open(seed, dice), dice, openBooks })
    console.log(seed, JSON.stringify([...tally]))
    expect(tally.size).toBeGreaterThan(0)
  })
})
