import { expect, it } from 'vitest'
import { postgresBooks } from '../support/ledger/books.js'
import { runLedger } from '../support/ledger/run.js'
import { createMigratedDatabase } from '../support/storage/migrated-database.js'

const SEED = 12
const OPERATIONS = 400
const MINUTE_MS = 60_000

it(
  `the books are right through ${OPERATIONS} on PostgreSQL as well`,
  async () => {
    const openBooks = postgresBooks(await createMigratedDatabase())
    const tally = await runLedger({ openBooks, seed: SEED, operations: OPERATIONS })
    expect([...tally.keys()]).toContain('booked: deposit')
  },
  MINUTE_MS,
)
