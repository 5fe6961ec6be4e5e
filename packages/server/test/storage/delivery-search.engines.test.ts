import { expect, it } from 'vitest'
import type { DeliveryFilter } from '../../src/domain/store/webhook-tables.js'
import { queueDelivery, toEndpoint } from '../../src/domain/webhooks/webhook-deliveries.js'
import { contextAt, handClock, START } from '../support/domain/context.js'
import { ENGINES, type Engine, openDatabase } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

/** Two merchants with ten deliveries each, of which the oldest ones are named by their place. */
async function twoShops(engine: Engine) {
  const { store, side } = await openDatabase(engine)
  const clock = handClock()
  const context = contextAt(clock)
  const subjects = new Map<string, string>()
  for (const merchantId of ['shop', 'other']) {
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant(merchantId))
      const scope = { merchantId, environment: 'test' } as const
      const times = { createdAt: START, updatedAt: START }
      const endpoint = {
        ...scope,
        ...times,
        id: `wh_${merchantId}`,
        url: 'https://shop.example/',
        isActive: true,
      }
      const subscribed = { ...endpoint, events: ['payment.expired'] as const }
      await tx.webhookEndpoints.insert(subscribed)
      for (let n = 0; n < 10; n += 1) {
        clock.businessAt += 1_000
        const event = {
          ...scope,
          event: 'payment.expired',
          subject: `${merchantId} ${n}`,
          body: '{}',
        } as const
        const stored = { ...event, id: `${merchantId}-${n}`, createdAt: clock.businessAt }
        await tx.webhookDeliveries.insertEvent(stored)
        const { id } = await queueDelivery(tx, context, stored, toEndpoint(subscribed))
        subjects.set(id, `${merchantId} ${n}`)
      }
    })
  }
  const find = async (filter: Partial<DeliveryFilter>) => {
    const every = {
      environment: 'test',
      merchantId: undefined,
      webhookId: undefined,
      status: undefined,
    } as const
    const found = await store.read((tx) =>
      tx.webhookHistory.search({ ...every, limit: 100, compared: 4, ...filter }),
    )
    return found.map(({ id }) => subjects.get(id))
  }
  return { find, side: await side(), ids: [...subjects.keys()] }
}

const newest = (shop: string, ...places: number[]) => places.map((place) => `${shop} ${place}`)

it.each(ENGINES)('a search compares the newest deliveries of what it names, on %s', async (engine) => {
  const { find, side, ids } = await twoShops(engine)
  await side.script(
    `UPDATE webhook_deliveries SET status = 'DELIVERED', held = 0, waits_for = NULL, attempts = 1, next_attempt_at = NULL, delivered_at = created_at`,
  )
  expect(await find({})).toEqual(newest('other', 9, 8, 7, 6))
  expect(await find({ merchantId: 'shop' })).toEqual(newest('shop', 9, 8, 7, 6))
  expect(await find({ merchantId: 'shop', environment: undefined })).toEqual(newest('shop', 9, 8, 7, 6))
  expect(await find({ merchantId: 'shop', environment: 'live' })).toEqual([])
  expect(await find({ webhookId: 'wh_shop' })).toEqual(newest('shop', 9, 8, 7, 6))
  expect(await find({ webhookId: 'wh_shop', merchantId: 'other' })).toEqual([])
  expect(await find({ merchantId: 'shop', before: ids[6] ?? '' })).toEqual(newest('shop', 5, 4, 3))
  expect(await find({ webhookId: 'wh_shop', before: ids[6] ?? '' })).toEqual(newest('shop', 5, 4, 3))
  expect(await find({ before: ids[12] ?? '', limit: 3 })).toEqual([...newest('other', 1, 0), 'shop 9'])
  expect(await find({ target: 'wh_shop' })).toEqual([])
  expect(await find({ target: 'wh_shop', compared: 20, limit: 2 })).toEqual(newest('shop', 9, 8))
})

it.each(ENGINES)(
  'a search finds old deliveries that wait, failed or repeat others, on %s',
  async (engine) => {
    const { find, side, ids } = await twoShops(engine)
    const [first, second, third] = ids
    await side.script(
      `UPDATE webhook_deliveries SET status = 'DELIVERED', held = 0, waits_for = NULL, attempts = 1, next_attempt_at = NULL, delivered_at = created_at
       WHERE id NOT IN ('${first}', '${second}');
     UPDATE webhook_deliveries SET status = 'FAILED', held = 0, waits_for = NULL, attempts = 6, next_attempt_at = NULL WHERE id = '${second}';
     UPDATE webhook_deliveries SET redelivery_of = '${first}' WHERE id = '${third}'`,
    )
    expect(await find({ status: 'PENDING' })).toEqual(['shop 0'])
    expect(await find({ status: 'FAILED', merchantId: 'shop' })).toEqual(['shop 1'])
    expect(await find({ status: 'FAILED', merchantId: 'other' })).toEqual([])
    expect(await find({ merchantId: 'shop' })).toEqual(newest('shop', 9, 8, 7, 6, 2))
  },
)
