import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/domain/shared/policy.js'
import type { Store } from '../../src/domain/store/store.js'
import { webhookPurger } from '../../src/workers/webhooks/webhook-purger.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { appOrder, merchant, withdrawal } from '../support/storage/store-rows.js'
import { DeliveryEngine, work } from '../support/webhooks/delivery-engine.js'

const scopeOf = (merchantId: string) => ({ merchantId, environment: 'test' }) as const
const totals = (store: Store, merchantId: string) =>
  store.read(async ({ orders, withdrawals }) => [
    (await orders.count(scopeOf(merchantId), {})).total,
    (await withdrawals.count(scopeOf(merchantId), {})).total,
  ])

describe.each(ENGINES)('the total of a list on %s', (engine) => {
  it('counts rows that two servers commit at once, and none that was rolled back', async () => {
    const books = await openDatabase(engine)
    const stores = engine === 'sqlite' ? [books.store] : [books.store, await books.another()]
    for (const id of ['a', 'b']) await books.store.write((tx) => tx.merchants.insert(merchant(id)))
    const made = Array.from({ length: 60 }, async (_, at) => {
      const store = stores[at % stores.length] ?? books.store
      const isUndone = at % 5 === 0
      const work = store.write(async (tx) => {
        await tx.orders.insert(appOrder(`order ${at}`, at % 3 === 0 ? 'b' : 'a'))
        if (at % 2 === 0) await tx.withdrawals.insert(withdrawal(`withdrawal ${at}`, 'a'))
        if (isUndone) throw new Error('undone')
      })
      await work.catch((error: unknown) => expect(String(error)).toBe('Error: undone'))
    })
    await Promise.all(made)
    expect(await totals(books.store, 'a')).toEqual([32, 24])
    expect(await totals(books.store, 'b')).toEqual([16, 0])
  })

  it('the total of the deliveries of an endpoint rises with each delivery and falls with each purged one', async () => {
    const one = await DeliveryEngine.start(engine)
    const { store } = one.database
    const endpoints = [await one.endpoint('https://a.example/'), await one.endpoint('https://b.example/')]
    const counts = () =>
      store.read((tx) =>
        Promise.all(endpoints.map(async ({ id }) => (await tx.webhookDeliveries.count(id, {})).total)),
      )
    await one.enqueue(3)
    await one.enqueue(2, { ownUrl: 'https://shop.example/' })
    await work(one.dispatcher())
    one.pass(DAY_MS)
    await one.enqueue(1)
    expect(await counts()).toEqual([4, 4])
    one.pass(29 * DAY_MS)
    const purger = webhookPurger(store, one.context)
    // Events stay a day longer than their deliveries.
    expect(await purger.tick(new AbortController().signal)).toBe(8)
    expect(await counts()).toEqual([1, 1])
  })
})
