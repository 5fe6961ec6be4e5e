import { expect, it } from 'vitest'
import { postgresLedger } from '../support/ledger/ledger-database.js'
import { runLedger } from '../support/ledger/run.js'
import { createMigratedDatabase } from '../support/storage/migrated-database.js'

const SEED = 12
const OPERATIONS = 400
const MINUTE_MS = 60_000

it(
  `the ledger balances through ${OPERATIONS} random operations on PostgreSQL`,
  async () => {
    const openDatabase = postgresLedger(await createMigratedDatabase())
    const tally = await runLedger({ openDatabase, seed: SEED, operations: OPERATIONS })
    expect([...tally.keys()]).toContain('posted: deposit')
  },
  MINUTE_MS,
)
