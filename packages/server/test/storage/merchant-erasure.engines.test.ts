import { expect, it, onTestFinished } from 'vitest'
import type { Position } from '../../src/domain/shared/types.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { ordersOfMerchant } from '../support/storage/many-orders.js'
import { openPlanner } from '../support/storage/query-plans.js'

const SCOPE = { merchantId: 'm', environment: 'test' } as const

it.each(ENGINES)('the orders of a merchant are erased in batches, each once, on %s', async (engine) => {
  const { location, store } = await openDatabase(engine)
  const planner = await openPlanner(location)
  onTestFinished(() => planner.close())
  await planner.script(ordersOfMerchant(1_000))
  const places: Position[] = []
  for (;;) {
    const next = await store.write((tx) => tx.merchantErasure.eraseOrders(SCOPE, places.at(-1), 'erased'))
    if (!next) break
    places.push(next)
  }
  expect(places.map(({ id }) => id)).toEqual(['019b0e5c-7e5a-7c3e-9f5a-500', '019b0e5c-7e5a-7c3e-9f5a-1000'])
  const orders = await store.read((tx) => tx.orders.list(SCOPE, {}, { limit: 1_000, offset: 0 }))
  expect(orders).toHaveLength(1_000)
  expect(orders.filter(({ metadata }) => metadata !== '{}')).toEqual([])
})
