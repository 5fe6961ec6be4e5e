import { describe, expect, it } from 'vitest'
import { START } from '../support/domain/context.js'
import { openDatabase } from '../support/storage/engines.js'

const ID = { environment: 'test', network: 'TRC20' } as const

describe('on PostgreSQL, an order whose transaction is open', () => {
  const LOCKED =
    "SELECT stripe FROM address_indexes WHERE network = 'TRC20' ORDER BY next_index LIMIT 1 FOR UPDATE"

  async function withOpenOrder() {
    const database = await openDatabase('postgres')
    const { store } = database
    const take = () => store.write((tx) => tx.addresses.takeIndex(ID))
    await take()
    const open = await database.side()
    await open.script(`BEGIN; ${LOCKED}`)
    return { store, take, open }
  }

  it('holds up no other order, and leaves a gap until it ends', async () => {
    const { store, take, open } = await withOpenOrder()
    expect([await take(), await take()]).toEqual([3, 4])
    const taken = () => store.read((tx) => tx.addresses.findTakenIndexes(ID))
    expect(await taken()).toEqual({ highest: 4, gapless: 1 })
    await open.script('ROLLBACK')
    expect(await take()).toBe(2)
    expect(await taken()).toEqual({ highest: 4, gapless: 4 })
  })

  it('holds up the skipping of indexes', async () => {
    const { store, take, open } = await withOpenOrder()
    const skipping = store.write((tx) => tx.recoveries.skipIndexes(ID, 10, START))
    const waits = () =>
      open.value(
        'SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())',
      )
    while ((await waits()) === 0) await new Promise((resolve) => setImmediate(resolve))
    await open.script('UPDATE address_indexes SET next_index = next_index + 16 WHERE stripe = 2; COMMIT')
    await skipping
    const [first] = await store.read((tx) => tx.recoveries.listUnderived(ID))
    expect([first?.first, first?.last]).toEqual([3, 12])
    expect(await take()).toBe(13)
  })
})
