import { describe, expect, it } from 'vitest'
import { killDispatchers } from '../support/crash/delivery-model.js'
import { seeded } from '../support/crash/sites.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'

const KILLS = 20
const DELIVERIES = 16

describe.each(ENGINES)('dispatchers that are killed, on %s', (engine) => {
  it.each([1])('lose no delivery, repeat none and keep the schedule, seed %i', async (seed) => {
    const { store, another } = await openDatabase(engine)
    // Two servers share PostgreSQL; a SQLite file has one.
    const stores = engine === 'postgres' ? [store, await another()] : [store]
    const plan = { stores, kills: KILLS, deliveries: DELIVERIES, random: seeded(seed) }
    const { faults, kills, attempts, delivered, failed } = await killDispatchers(plan)
    expect(faults).toEqual([])
    expect(delivered + failed).toBe(DELIVERIES)
    // All deliveries may have ended before the last kill.
    expect(kills).toBeGreaterThanOrEqual(KILLS / 4)
    expect(attempts).toBeGreaterThan(DELIVERIES)
    expect(failed).toBeGreaterThan(0)
  })
})
