import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder.js'
import { sqliteBooks } from '../support/ledger/books.js'
import { runLedger } from '../support/ledger/run.js'

const SEEDS = [1]
const OPERATIONS = 1_000

describe('the books', () => {
  for (const seed of SEEDS) {
    it(`are right through ${OPERATIONS} random operations, seed ${seed}`, async () => {
      const openBooks = sqliteBooks(join(temporaryFolder(), 'books.db'))
      const tally = await runLedger({ openBooks, seed, operations: OPERATIONS })
      console.log(tally)
      expect(tally.size).toBeGreaterThan(0)
    }, 60_000)
  }
})
