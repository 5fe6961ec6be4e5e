import { describe, expect, it } from 'vitest'
import type { Instant, Scope } from '../../src/domain/shared/types.js'
import type { Tx } from '../../src/domain/store/unit-of-work.js'
import { type FeedCursor, FeedPosition } from '../../src/domain/webhooks/webhook-feed.js'
import { START } from '../support/domain/context.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const SHOP: Scope = { merchantId: 'shop', environment: 'test' }

const insert = (tx: Tx, id: string, createdAt: Instant, scope: Scope = SHOP) =>
  tx.webhookDeliveries.insertEvent({
    ...scope,
    id,
    event: 'payment.expired',
    subject: 'order',
    body: '{}',
    createdAt,
  })

/** Reads the next items, and the cursor after them. */
async function read(tx: Tx, position: FeedPosition) {
  const items = await position.nextWithLate(tx, SHOP)
  const cursors = items.map((item) => position.pass(item))
  return { ids: items.map(({ event }) => event.id), cursor: cursors.at(-1) }
}

const open = (tx: Tx, cursor: FeedCursor | undefined) => FeedPosition.open(tx, SHOP, cursor, START + 20_000)

const FROM_START: FeedCursor = { at: START, id: '', recent: undefined }

describe.each(ENGINES)('the feed of the events of an environment, on %s', (engine) => {
  it('lists the items of a scope in order of time, each once', async () => {
    const { store } = await openDatabase(engine)
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await tx.merchants.insert(merchant('other'))
      for (const [id, at] of [
        ['b', 1],
        ['a', 1],
        ['c', 0],
      ] as const)
        await insert(tx, id, START + at)
      await insert(tx, 'live', START, { ...SHOP, environment: 'live' })
      await insert(tx, 'others', START, { ...SHOP, merchantId: 'other' })
    })
    await store.read(async (tx) => {
      const position = await open(tx, FROM_START)
      expect((await read(tx, position)).ids).toEqual(['c', 'a', 'b'])
      expect((await read(tx, position)).ids).toEqual([])
    })
  })

  it('lists an item that is committed late to a reader that has passed its place, once', async () => {
    const { store } = await openDatabase(engine)
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await insert(tx, 'first', START + 5_000)
    })
    const position = await store.read((tx) => open(tx, FROM_START))
    await store.read((tx) => read(tx, position))
    await store.write((tx) => insert(tx, 'late', START + 1_000))
    const { ids, cursor } = await store.read((tx) => read(tx, position))
    expect([ids, cursor]).toEqual([['late'], { at: START + 5_000, id: 'first', recent: 2 }])
    expect((await store.read((tx) => read(tx, position))).ids).toEqual([])
    const again = await store.read(async (tx) => read(tx, await open(tx, cursor)))
    expect(again.ids).toEqual([])
  })

  it('counts with each item how many of the last seconds a reader has, late ones in their place', async () => {
    const { store } = await openDatabase(engine)
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await insert(tx, 'a', START + 5_000)
    })
    const position = await store.read((tx) => open(tx, FROM_START))
    await store.read((tx) => read(tx, position))
    await store.write(async (tx) => {
      await insert(tx, 'late', START + 1_000)
      await insert(tx, 'b', START + 9_000)
    })
    const next = await store.read((tx) => position.next(tx, SHOP))
    expect(next.map(({ event }) => event.id)).toEqual(['b'])
    const both = await store.read((tx) => position.nextWithLate(tx, SHOP))
    expect(both.map((item) => [item.event.id, position.pass(item).recent])).toEqual([
      ['late', 2],
      ['b', 3],
    ])
    await store.write((tx) => insert(tx, 'c', START + 12_000))
    const [last] = await store.read((tx) => position.next(tx, SHOP))
    expect(last && position.pass(last)).toEqual({ at: START + 12_000, id: 'c', recent: 3 })
  })

  it('lists the last seconds again when an item came late while the reader was away', async () => {
    const { store } = await openDatabase(engine)
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await insert(tx, 'old', START)
      await insert(tx, 'first', START + 12_000)
    })
    const { cursor } = await store.read(async (tx) => read(tx, await open(tx, FROM_START)))
    await store.write((tx) => insert(tx, 'late', START + 11_000))
    const { ids } = await store.read(async (tx) => read(tx, await open(tx, cursor)))
    expect(ids).toEqual(['late', 'first'])
  })

  it('begins after the last item if there is no cursor', async () => {
    const { store } = await openDatabase(engine)
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await insert(tx, 'before', START)
    })
    const position = await store.read((tx) => open(tx, undefined))
    await store.write((tx) => insert(tx, 'next', START))
    expect((await store.read((tx) => read(tx, position))).ids).toEqual(['next'])
  })
})
