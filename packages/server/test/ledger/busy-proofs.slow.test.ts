import { describe, expect, it } from 'vitest'
import { proveWhileBusy } from '../support/ledger/busy-proofs.js'
import { ENGINES, newLocation } from '../support/storage/engines.js'
import { createMigratedDatabase } from '../support/storage/migrated-database.js'

/** `npm run stress -- proofs` makes 10,000. */
const PROOFS = 30
const TIMEOUT_MS = 120_000

describe.each(ENGINES)('proofs of a ledger that is written to, on %s', (engine) => {
  it(
    `find nothing in ${PROOFS} runs`,
    async () => {
      const location =
        engine === 'postgres' ? { engine, url: await createMigratedDatabase() } : await newLocation(engine)
      const { found, underWrites } = await proveWhileBusy({ location, proofs: PROOFS, seed: 7 })
      expect(found).toEqual([])
      expect(underWrites).toBeGreaterThan(0)
    },
    TIMEOUT_MS,
  )
})
