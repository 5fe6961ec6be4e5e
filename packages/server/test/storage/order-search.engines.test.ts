import { describe, expect, it } from 'vitest'
import type { Order } from '../../src/domain/orders/order.js'
import { findNamed, searchOrders, searchText } from '../../src/domain/orders/order-search.js'
import type { OrderFilter } from '../../src/domain/store/order-tables.js'
import { amount, START } from '../support/domain/context.js'
import { ENGINES, openDatabase, type TestDatabase } from '../support/storage/engines.js'
import { appOrder, chainOrder, merchant } from '../support/storage/store-rows.js'

const ID = { environment: 'test', network: 'TRC20' } as const
const LIMIT = 100

const ORDERS: readonly Order[] = [
  { ...appOrder('o1', 'a'), createdAt: START + 1, description: 'Two tickets', metadata: '{"ref":"A-1"}' },
  { ...appOrder('o2', 'a'), createdAt: START + 2, amount: amount('40'), status: 'PAID', remark: 'tickets' },
  { ...appOrder('o3', 'b'), createdAt: START + 3, status: 'FROZEN', frozenReason: 'reorg' },
  {
    ...appOrder('o4', 'b'),
    createdAt: START + 3,
    environment: 'live',
    metadata: '{"n":17,"q":"say \\"hi\\""}',
  },
  { ...chainOrder('o5', 'b'), createdAt: START + 5, status: 'EXPIRED' },
  { ...appOrder('o6', 'a'), createdAt: START + 6, amountMode: 'CUSTOM', amount: null },
]

async function filled(database: TestDatabase): Promise<TestDatabase['store']> {
  await database.store.write(async (tx) => {
    for (const id of ['a', 'b']) await tx.merchants.insert(merchant(id))
    for (const [index, order] of ORDERS.entries()) {
      if (order.kind === 'on-chain')
        await tx.addresses.insert({ ...order.address, ...ID, merchantId: 'b', index: index + 1 })
      await tx.orders.insert(order)
      if (order.kind === 'on-chain')
        await tx.addresses.insertLease({ orderId: order.id, addressId: order.address.id, fromAt: START })
    }
  })
  return database.store
}

describe.each(ENGINES)('a search of orders on %s', (engine) => {
  it('goes on behind an order, by filters and by text', async () => {
    const store = await filled(await openDatabase(engine))
    const after = { createdAt: START + 3, id: 'o4' }
    const found = await store.read((tx) => searchOrders(tx, {}, LIMIT, after))
    expect(found.orders.map(({ id }) => id)).toEqual(['o3', 'o2', 'o1'])
    const filter = { environment: 'test' } as const
    const text = {
      text: 'tickets',
      spellings: ['tickets'],
      limit: LIMIT,
      after: { createdAt: START + 2, id: 'o2' },
    }
    const contained = await store.read((tx) => searchText(tx, filter, text))
    expect(contained.orders.map(({ id }) => id)).toEqual(['o1'])
  })

  it('finds by every field of the filter, newest first', async () => {
    const store = await filled(await openDatabase(engine))
    const find = async (filter: OrderFilter, limit = LIMIT) =>
      (await store.read((tx) => searchOrders(tx, filter, limit))).orders.map(({ id }) => id)
    expect(await find({})).toEqual(['o6', 'o5', 'o4', 'o3', 'o2', 'o1'])
    expect(await find({}, 2)).toEqual(['o6', 'o5'])
    const filters: readonly [OrderFilter, string[]][] = [
      [{ environment: 'live' }, ['o4']],
      [{ merchantId: 'a' }, ['o6', 'o2', 'o1']],
      [{ merchantId: 'b', environment: 'test' }, ['o5', 'o3']],
      [{ status: 'FROZEN' }, ['o3']],
      [{ status: 'FROZEN', merchantId: 'a' }, []],
      [{ status: 'FROZEN', merchantId: 'b', from: START + 3, to: START + 4 }, ['o3']],
      [{ status: 'PAID', merchantId: 'a' }, ['o2']],
      [{ network: 'TRC20' }, ['o5']],
      [{ network: 'ERC20' }, []],
      [{ from: START + 2, to: START + 5 }, ['o4', 'o3', 'o2']],
      [{ amountMin: amount('30') }, ['o2']],
      [{ amountMin: amount('25'), amountMax: amount('25'), merchantId: 'a' }, ['o1']],
    ]
    for (const [filter, ids] of filters) {
      expect(await find(filter), JSON.stringify(Object.keys(filter))).toEqual(ids)
    }
  })

  it('finds a text in description, remark and metadata, and a whole value of metadata', async () => {
    const store = await filled(await openDatabase(engine))
    const find = async (filter: OrderFilter) =>
      (await store.read((tx) => searchOrders(tx, filter, LIMIT))).orders.map(({ id }) => id)
    expect(await find({ text: 'ickets' })).toEqual(['o2', 'o1'])
    expect(await find({ text: 'TICKETS' })).toEqual([])
    expect(await find({ text: 'say "hi"' })).toEqual(['o4'])
    expect(await find({ text: '%' })).toEqual([])
    expect(await find({ metadataValue: 'A-1' })).toEqual(['o1'])
    expect(await find({ metadataValue: 'A-' })).toEqual([])
    expect(await find({ metadataValue: '17' })).toEqual(['o4'])
    expect(await find({ metadataValue: '1' })).toEqual([])
    expect(await find({ metadataValue: 'say "hi"' })).toEqual(['o4'])
  })

  it('goes from window to window without losing or repeating an order', async () => {
    const store = await filled(await openDatabase(engine))
    const filter = { environment: 'test', amountMin: amount('25') } as const
    const found: string[] = []
    await store.read(async (tx) => {
      for (let after = undefined as Awaited<ReturnType<typeof tx.orders.search>>['last']; ; ) {
        const step = await tx.orders.search(filter, { after, rows: 2, limit: LIMIT })
        found.push(...step.orders.map(({ id }) => id))
        if (!step.last) return
        after = step.last
      }
    })
    expect(found).toEqual(['o5', 'o3', 'o2', 'o1'])
  })

  it('finds what a text names: an order, an address or a merchant', async () => {
    const store = await filled(await openDatabase(engine))
    const named = (text: string) => store.read((tx) => findNamed(tx, text, [text]))
    expect(await named('ord_o1')).toMatchObject({ by: 'order', orders: [{ id: 'o1' }] })
    expect(await named('o3')).toMatchObject({ by: 'order', orders: [{ id: 'o3' }] })
    expect(await named('T-o5')).toMatchObject({ by: 'address', orders: [{ id: 'o5' }] })
    expect(await named('user of b')).toEqual({ by: 'merchant', merchantId: 'b' })
    expect(await named('tickets')).toBeUndefined()
    const find = async (text: string, filter: OrderFilter = {}) =>
      (
        await store.read((tx) => searchText(tx, filter, { text, spellings: [text], limit: LIMIT }))
      ).orders.map(({ id }) => id)
    expect(await find('T-o5')).toEqual(['o5'])
    expect(await find('T-o5', { status: 'PAID' })).toEqual([])
    expect(await find('user of b')).toEqual(['o5', 'o4', 'o3'])
    expect(await find('user of b', { merchantId: 'a' })).toEqual([])
    expect(await find('tickets')).toEqual(['o2', 'o1'])
  })
})
