import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/domain/store/store.js'
import { START } from '../support/domain/context.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const ID = { environment: 'test', network: 'TRC20' } as const
/** Orders that are created at once, by two servers. */
const AT_ONCE = 40

describe.each(ENGINES)('the indexes of a network, on %s', (engine) => {
  async function begin() {
    const { store, another, side } = await openDatabase(engine)
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    const take = (from: Store = store) =>
      from.write(async (tx) => {
        const index = await tx.addresses.takeIndex(ID)
        await tx.addresses.insert({ ...ID, merchantId: 'shop', id: `${index}`, address: `T${index}`, index })
        return index
      })
    const taken = () => store.read((tx) => tx.addresses.findTakenIndexes(ID))
    const skip = (count: number) => store.write((tx) => tx.recoveries.skipIndexes(ID, count, START))
    const skipped = async () => {
      const ranges = await store.read((tx) => tx.recoveries.listUnderived(ID))
      return ranges.map(({ first, last }) => [first, last])
    }
    return { store, another, side, take, taken, skip, skipped }
  }

  it('are taken in ascending order, one after another', async () => {
    const { take, taken } = await begin()
    expect(await taken()).toEqual({ highest: 0, gapless: 0 })
    for (let index = 1; index <= 40; index += 1) {
      expect(await take()).toBe(index)
      expect(await taken()).toEqual({ highest: index, gapless: index })
    }
  })

  it('are taken once each by two servers, and the next orders get those that parallel ones have left', async () => {
    const { store, another, take, taken } = await begin()
    const stores = [store, await another()]
    const parallel = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => take(stores[n % 2])))
    const all = new Set(parallel)
    expect(all.size).toBe(AT_ONCE)
    while (all.size < Math.max(...all)) all.add(await take())
    expect(await taken()).toEqual({ highest: all.size, gapless: all.size })
  })

  it('are given back by a transaction that stores nothing', async () => {
    const { store, take } = await begin()
    await take()
    const refused = store.write(async (tx) => {
      expect(await tx.addresses.takeIndex(ID)).toBe(2)
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect([await take(), await take()]).toEqual([2, 3])
  })

  it('are skipped above the highest one, and below it where they are free', async () => {
    const { side, take, taken, skip, skipped } = await begin()
    for (let orders = 0; orders < 3; orders += 1) await take()
    // As if the orders with 5 and 23 were stored, and those with the indexes between were not.
    const other = await side()
    await other.script('UPDATE address_indexes SET next_index = next_index + 16 WHERE stripe = 5')
    await other.script('UPDATE address_indexes SET next_index = next_index + 32 WHERE stripe = 7')
    expect(await taken()).toEqual({ highest: 23, gapless: 3 })
    await skip(1_000)
    const free = [4, ...Array.from({ length: 17 }, (_, n) => n + 6)].filter((index) => index !== 7)
    expect(await skipped()).toEqual([...free.map((index) => [index, index]), [24, 1_023]])
    expect(await taken()).toEqual({ highest: 1_023, gapless: 1_023 })
    expect(await take()).toBe(1_024)
  })

  it('are skipped also before the first one', async () => {
    const { take, skip, skipped } = await begin()
    await skip(1)
    await skip(20)
    expect(await skipped()).toEqual([
      [1, 1],
      [2, 21],
    ])
    expect(await take()).toBe(22)
  })
})
