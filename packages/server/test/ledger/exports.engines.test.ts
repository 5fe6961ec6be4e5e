import { describe, expect, it } from 'vitest'
import { START } from '../support/domain/context.js'
import { Dice } from '../support/ledger/dice.js'
import { exportMismatches, readPostings } from '../support/ledger/exported-ledger.js'
import { ledgerIn } from '../support/ledger/ledger-database.js'
import { Operations } from '../support/ledger/operations.js'
import { LedgerWorld } from '../support/ledger/world.js'
import { ENGINES, migratedLocation } from '../support/storage/engines.js'

/** A sample of what `npm run stress -- exports` does. */
const OPERATIONS = { sqlite: 800, postgres: 300 }
const SEED = 12
const MINUTE_MS = 60_000

describe.each(ENGINES)('the exported postings and the statements on %s', (engine) => {
  it(
    'equal the balances of the ledger after random operations',
    async () => {
      const world = await LedgerWorld.open(ledgerIn(await migratedLocation(engine)))
      try {
        const operations = new Operations(world, new Dice(SEED))
        for (let number = 0; number < OPERATIONS[engine]; number += 1) await operations.next()
        await world.finishWork()
        const end = world.clock.now() + 1
        const exported = await readPostings(world.store, end)
        expect(exported.length).toBeGreaterThan(100)
        const middle = START + Math.floor((end - START) / 2)
        expect(await exportMismatches(world.database, exported, [0, middle, end])).toEqual([])
      } finally {
        await world.database.close()
      }
    },
    MINUTE_MS,
  )
})
