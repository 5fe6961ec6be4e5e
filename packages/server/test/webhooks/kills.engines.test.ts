import { describe, expect, it } from 'vitest'
import { killDispatchers } from '../support/crash/delivery-model.js'
import { seeded } from '../support/crash/sites.js'
import { ENGINES, openBooks } from '../support/storage/engines.js'

/** `npm run stress -- deliveries` kills 500 times, and real processes too. */
const KILLS = 20
const DELIVERIES = 16

describe.each(ENGINES)('dispatchers that are killed, on %s', (engine) => {
  it.each([1])('34 35 lose nothing, double nothing and keep the schedule, seed %i', async (seed) => {
    const { store, another } = await openBooks(engine)
    // Two servers share PostgreSQL; a file has one.
    const stores = engine === 'postgres' ? [store, await another()] : [store]
    const plan = { stores, kills: KILLS, deliveries: DELIVERIES, random: seeded(seed) }
    const { faults, kills, attempts, delivered, failed } = await killDispatchers(plan)
    expect(faults).toEqual([])
    expect(delivered + failed).toBe(DELIVERIES)
    // All may be at rest before the last kill is due.
    expect(kills).toBeGreaterThanOrEqual(KILLS / 4)
    expect(attempts).toBeGreaterThan(DELIVERIES)
    expect(failed).toBeGreaterThan(0)
  })
})
