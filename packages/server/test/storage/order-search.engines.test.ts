import { describe, expect, it } from 'vitest'
import type { Order } from '../../src/domain/orders/order.js'
import { findNamed, findParts, searchOrders, searchText } from '../../src/domain/orders/order-search.js'
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
    expect(found.rows.map(({ id }) => id)).toEqual(['o3', 'o2', 'o1'])
    const filter = { environment: 'test' } as const
    const text = {
      text: 'tickets',
      spellings: ['tickets'],
      limit: LIMIT,
      after: { createdAt: START + 2, id: 'o2' },
    }
    const contained = await store.read((tx) => searchText(tx, filter, text))
    expect(contained.rows.map(({ id }) => id)).toEqual(['o1'])
  })

  it('finds by every field of the filter, newest first', async () => {
    const store = await filled(await openDatabase(engine))
    const find = async (filter: OrderFilter, limit = LIMIT) =>
      (await store.read((tx) => searchOrders(tx, filter, limit))).rows.map(({ id }) => id)
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
      (await store.read((tx) => searchOrders(tx, filter, LIMIT))).rows.map(({ id }) => id)
    expect(await find({ text: 'ickets' })).toEqual(['o2', 'o1'])
    expect(await find({ text: 'TICKETS' })).toEqual(['o2', 'o1'])
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
    const times = { from: START + 1, to: START + 6 }
    const filter = { environment: 'test', amountMin: amount('25'), ...times } as const
    const found: string[] = []
    await store.read(async (tx) => {
      for (let after = undefined as Awaited<ReturnType<typeof tx.orders.search>>['last']; ; ) {
        const step = await tx.orders.search(filter, { after, rows: 2, limit: LIMIT })
        found.push(...step.rows.map(({ id }) => id))
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
      (await store.read((tx) => searchText(tx, filter, { text, spellings: [text], limit: LIMIT }))).rows.map(
        ({ id }) => id,
      )
    expect(await find('T-o5')).toEqual(['o5'])
    expect(await find('T-o5', { status: 'PAID' })).toEqual([])
    expect(await find('user of b')).toEqual(['o5', 'o4', 'o3'])
    expect(await find('user of b', { merchantId: 'a' })).toEqual([])
    expect(await find('tickets')).toEqual(['o2', 'o1'])
  })

  it('finds words of texts and metadata in any letter case and without accents, of one merchant alone', async () => {
    const store = await filled(await openDatabase(engine))
    await store.write(async (tx) => {
      const texts = ['Zwei Gläser, Größe M', 'Ein GLAS für a@shop.example', 'Glasses and a case']
      for (const [at, description] of texts.entries())
        await tx.orders.insert({ ...appOrder(`w${at}`, 'a'), createdAt: START + 10 + at, description })
      const order = await tx.orders.lock('w2')
      if (order?.kind !== 'app') throw new Error('the order is missing')
      const authorised = {
        status: 'PENDING_CONFIRM',
        remark: 'Thank YOU',
        version: order.version + 1,
      } as const
      await tx.orders.update({ ...order, ...authorised }, order.status)
    })
    const find = async (text: string, filter: OrderFilter = {}) => {
      const page = { limit: LIMIT, after: undefined }
      return (await store.read((tx) => findParts(tx, filter, text, page))).map(({ id }) => id)
    }
    expect(await find('glaser')).toEqual(['w0'])
    expect(await find('GLAS')).toEqual(['w1'])
    expect(await find('größe zwei')).toEqual(['w0'])
    expect(await find('a@Shop.example')).toEqual(['w1'])
    expect(await find('thank you')).toEqual(['w2'])
    expect(await find('a-1')).toEqual(['o1'])
    for (const filter of [{ merchantId: 'b' }, { environment: 'live' }, { status: 'PAID' }] as const)
      expect(await find('glaser', filter)).toEqual([])
    // A search also has the newest orders that contain the text.
    const query = { text: 'glas', spellings: ['glas'], limit: LIMIT }
    const both = await store.read((tx) => searchText(tx, {}, query))
    expect(both.rows.map(({ id }) => id)).toEqual(['w2', 'w1'])
    await store.write((tx) =>
      tx.merchantErasure.eraseOrders({ merchantId: 'a', environment: 'test' }, undefined, ''),
    )
    expect(await find('glaser')).toEqual([])
  })

  it('finds an order by the beginning of its id, number, address and transaction, of one merchant alone', async () => {
    const { store, side } = await openDatabase(engine)
    const id = '019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d'
    const number = 'ord_0ABC1DEF2GHJ'
    const address = '0xFb6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
    await store.write(async (tx) => {
      for (const each of ['a', 'b']) await tx.merchants.insert(merchant(each))
      const made = { ...chainOrder(id, 'a'), orderNumber: number, createdAt: START }
      const order = { ...made, address: { ...made.address, address } }
      await tx.addresses.insert({ ...order.address, ...ID, merchantId: 'a', index: 1 })
      await tx.orders.insert(order)
      await tx.addresses.insertLease({ orderId: id, addressId: order.address.id, fromAt: START })
    })
    await (await side()).script(
      `INSERT INTO transfers (environment, network, tx_hash, log_index, from_address, to_address, value, block_number,
         block_hash, block_time, incarnation, order_id, late, flagged, due_block)
       VALUES ('test', 'ERC20', '0xabcdef0123', 0, 'x', 'y', 1, 1, 'h', 1, 1, '${id}', 0, 0, 1)`,
    )
    const find = async (text: string, filter: OrderFilter = {}) => {
      const query = { text, spellings: [text], limit: LIMIT }
      return (await store.read((tx) => searchText(tx, filter, query))).rows.length
    }
    const found = [id.slice(0, 13), '019B0E5C7E5A', id.slice(0, 30), number.slice(0, 12), '0abc1def']
    for (const text of [...found, address.slice(0, 6), '0XFB6916', '0xabcd', 'ABCDEF']) {
      expect([text, await find(text)]).toEqual([text, 1])
      expect([text, await find(text, { merchantId: 'b' })]).toEqual([text, 0])
    }
    for (const text of ['019b0e5c7e5', '0xFb6', '0xabc', 'ord_0ABC1DE', '0xabce', 'abcdef012345'])
      expect([text, await find(text)]).toEqual([text, 0])
  })
})
