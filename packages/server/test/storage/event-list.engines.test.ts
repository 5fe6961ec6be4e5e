import { describe, expect, it } from 'vitest'
import type { Instant, Scope } from '../../src/domain/shared/types.js'
import type { Store } from '../../src/domain/store/store.js'
import type { Tx } from '../../src/domain/store/unit-of-work.js'
import { positionAt } from '../../src/domain/webhooks/event-position.js'
import type { EventType } from '../../src/domain/webhooks/event-types.js'
import { START } from '../support/domain/context.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const SHOP: Scope = { merchantId: 'shop', environment: 'test' }
const ALL = { after: 0, upTo: Number.MAX_SAFE_INTEGER, types: undefined, limit: 100 }

function eventOf(id: string, createdAt: Instant, more: Partial<Scope> & { event?: EventType } = {}) {
  return {
    ...SHOP,
    event: 'payment.expired' as const,
    ...more,
    id,
    subject: 'order',
    body: id,
    createdAt,
  }
}

const insert = (tx: Tx, ...event: Parameters<typeof eventOf>) =>
  tx.webhookDeliveries.insertEvent(eventOf(...event))

/** Numbers what is committed, and lists the shop's events. */
async function listed(store: Store, more: Partial<Parameters<Tx['eventList']['list']>[1]> = {}) {
  await store.write((tx) => tx.eventList.number(100))
  return store.read((tx) => tx.eventList.list(SHOP, { ...ALL, ...more }))
}

const bodiesOf = (events: readonly { body: string }[]): string[] => events.map(({ body }) => body)

async function begin(engine: (typeof ENGINES)[number]) {
  const database = await openDatabase(engine)
  await database.store.write(async (tx) => {
    for (const id of ['shop', 'other']) await tx.merchants.insert(merchant(id))
  })
  return database
}

describe.each(ENGINES)('the list of events on %s', (engine) => {
  it('has the events of a scope in the order of time, at positions that are times', async () => {
    const { store } = await begin(engine)
    await store.write(async (tx) => {
      await insert(tx, 'b', START + 1)
      await insert(tx, 'a', START + 1)
      await insert(tx, 'c', START)
      await insert(tx, 'live', START, { environment: 'live' })
      await insert(tx, 'theirs', START, { merchantId: 'other' })
    })
    const events = await listed(store)
    expect(bodiesOf(events)).toEqual(['c', 'a', 'b'])
    const [first, second, third] = events.map(({ position }) => position)
    expect(first).toBe(positionAt(START))
    expect([second, third]).toEqual([positionAt(START + 1), positionAt(START + 1) + 1])
    expect(await store.read((tx) => tx.eventList.findLastPosition())).toBe(third)
  })

  it('adds an event that was committed late behind those that were listed', async () => {
    const { store } = await begin(engine)
    await store.write((tx) => insert(tx, 'later', START + 5_000))
    expect(bodiesOf(await listed(store))).toEqual(['later'])
    await store.write((tx) => insert(tx, 'late', START))
    expect(bodiesOf(await listed(store))).toEqual(['later', 'late'])
  })

  it('shows an event once it has a position, and never a sample or a repetition', async () => {
    const { store } = await begin(engine)
    await store.write(async (tx) => {
      await insert(tx, 'event', START)
      await tx.webhookDeliveries.insertUnlistedEvent(eventOf('sample', START))
    })
    const has = () => store.read((tx) => tx.eventList.hasUnnumbered())
    expect([await has(), await store.read((tx) => tx.eventList.list(SHOP, ALL))]).toEqual([true, []])
    expect(bodiesOf(await listed(store))).toEqual(['event'])
    expect(await has()).toBe(false)
    expect(await store.write((tx) => tx.eventList.number(100))).toEqual([])
  })

  it('is read between two positions, by type, in pages', async () => {
    const { store } = await begin(engine)
    await store.write(async (tx) => {
      for (const [at, event] of (['payment.expired', 'payment.frozen', 'payment.expired'] as const).entries())
        await insert(tx, `${at}`, START + at, { event })
    })
    expect(bodiesOf(await listed(store, { types: ['payment.expired'] }))).toEqual(['0', '2'])
    expect(bodiesOf(await listed(store, { limit: 2 }))).toEqual(['0', '1'])
    const [after, upTo] = [positionAt(START), positionAt(START + 1)]
    expect(bodiesOf(await listed(store, { after, upTo }))).toEqual(['1'])
  })

  it('gives each event one position when two servers number at the same time', async () => {
    const database = await begin(engine)
    const { store } = database
    const stores = [store, engine === 'postgres' ? await database.another() : store]
    await store.write(async (tx) => {
      for (let at = 0; at < 90; at += 1) await insert(tx, `${at}`, START + at)
    })
    const numbers = await Promise.all(
      [0, 1, 0, 1].map((index) => stores[index]?.write((tx) => tx.eventList.number(30))),
    )
    expect(numbers.map((events) => events?.length).toSorted()).toEqual([0, 30, 30, 30])
    const positions = (await listed(store)).map(({ position }) => position)
    expect(new Set(positions).size).toBe(90)
  })

  it('moves its last position forward only', async () => {
    const { store } = await begin(engine)
    await store.write((tx) => tx.eventList.advance(positionAt(START)))
    await store.write((tx) => tx.eventList.advance(1))
    await store.write((tx) => insert(tx, 'late', START - 5_000))
    expect(await listed(store)).toEqual([{ position: positionAt(START) + 1, body: 'late' }])
  })
})
