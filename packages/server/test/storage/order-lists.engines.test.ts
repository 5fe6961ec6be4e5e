import { findableMembers } from '@merchantpay/core/metadata-members'
import { describe, expect, it } from 'vitest'
import type { Order, OrderStatus } from '../../src/domain/orders/order.js'
import { listOrders } from '../../src/domain/orders/orders.js'
import type { Network, Page, Scope, TimeRange } from '../../src/domain/shared/types.js'
import type { OrderListFilter } from '../../src/domain/store/order-tables.js'
import type { Tx } from '../../src/domain/store/unit-of-work.js'
import { migrateDatabase } from '../../src/storage/open.js'
import { START } from '../support/domain/context.js'
import { ENGINES, newLocation, openDatabase, openOn, sideOf } from '../support/storage/engines.js'
import { appOrder, chainOrder, merchant } from '../support/storage/store-rows.js'

const SCOPE = { merchantId: 'a', environment: 'test' } as const
const STATUSES: readonly OrderStatus[] = ['OPEN', 'PAID', 'EXPIRED']
const NETWORKS: readonly (Network | null)[] = ['TRC20', 'ERC20', null]
const METADATA = ['{}', '{"channel":"web","cart":7}', '{"channel":"app"}', '{"channel":"web"}']

/** 72 orders of a merchant, two at each time, in every combination; and one of another scope beside each. */
const ORDERS: readonly Order[] = Array.from({ length: 72 }, (_, at) => {
  const status = STATUSES[at % 3] ?? 'OPEN'
  const network = NETWORKS[Math.floor(at / 3) % 3] ?? null
  const metadata = METADATA[Math.floor(at / 9) % 4] ?? '{}'
  const id = `o${`${at}`.padStart(2, '0')}`
  const changedAt = START + 100 + ((at * 5) % 12)
  const times = { createdAt: START + Math.floor(at / 2), updatedAt: changedAt }
  const varied = { status, metadata, ...times, paidAt: status === 'PAID' ? changedAt - 50 : null }
  return network === null
    ? { ...appOrder(id, 'a'), ...varied }
    : { ...chainOrder(id, 'a'), ...varied, network }
})

const isIn = (at: number | null, range: TimeRange | undefined): boolean =>
  !range || (at !== null && at >= (range.from ?? 0) && at < (range.to ?? Infinity))

const isMatch = (
  order: Order,
  { status, network, orderNumber, from, to, member, updated, paid }: OrderListFilter,
): boolean =>
  isIn(order.updatedAt, updated) &&
  isIn(order.paidAt, paid) &&
  (status ?? order.status) === order.status &&
  (network === undefined || (order.kind === 'on-chain' && order.network === network)) &&
  (orderNumber ?? order.orderNumber) === order.orderNumber &&
  order.createdAt >= (from ?? 0) &&
  order.createdAt < (to ?? Infinity) &&
  (!member ||
    findableMembers(JSON.parse(order.metadata)).some(
      ({ name, value }) => name === member.name && value === member.value,
    ))

/** Every combination of these values of the filters, and some with a number. */
function combinations(): OrderListFilter[] {
  const created = [{}, { from: START + 20 }, { from: START + 10, to: START + 20 }]
  const members = [undefined, { name: 'channel', value: 'web' }, { name: 'cart', value: '7' }]
  const filters = [undefined, ...STATUSES].flatMap((status) =>
    [undefined, 'TRC20' as const, 'ERC20' as const].flatMap((network) =>
      members.flatMap((member) => created.map((times) => ({ status, network, member, ...times }))),
    ),
  )
  const numbered = ['ord_o31', 'ord_o33', 'ord_o62', 'ord_no'].flatMap((orderNumber) =>
    filters.filter((_, at) => at % 5 === 0).map((filter) => ({ ...filter, orderNumber })),
  )
  const moved = { updated: { from: START + 103, to: START + 109 } }
  const paid = { paid: { from: START + 52 } }
  const timed = [moved, paid, { ...moved, ...paid }, { updated: { to: START + 105 } }].flatMap((times) =>
    [...filters, ...numbered].filter((_, at) => at % 13 === 0).map((filter) => ({ ...filter, ...times })),
  )
  return [...filters, ...numbered, ...timed]
}

/** The same order in another scope. */
const moved = (order: Order, prefix: string, scope: Partial<Scope>): Order => {
  const id = prefix + order.id
  const named = { id, orderNumber: `ord_${id}`, ...scope }
  return order.kind === 'app'
    ? { ...order, ...named }
    : { ...order, ...named, checkoutToken: id, address: { id, address: id } }
}

/** Stores an order as it opens, and then its status. */
async function store(tx: Tx, order: Order, index: number): Promise<void> {
  if (order.kind === 'on-chain') await tx.addresses.insert({ ...order, ...order.address, index })
  await tx.orders.insert({ ...order, status: 'OPEN' })
  if (order.status !== 'OPEN') await tx.orders.update({ ...order, version: 2 }, 'OPEN')
}

describe.each(ENGINES)('a list of orders on %s', (engine) => {
  it('has the orders that match its filters, newest first, page by page, and their number', async () => {
    const database = await openDatabase(engine)
    await database.store.write(async (tx) => {
      for (const id of ['a', 'b']) await tx.merchants.insert(merchant(id))
      for (const [at, order] of ORDERS.entries()) {
        await store(tx, order, at * 2 + 1)
        await store(tx, moved(order, 'b', { merchantId: 'b' }), at * 2 + 2)
        await store(tx, moved(order, 'l', { environment: 'live' }), at + 1)
      }
    })
    const list = (filter: OrderListFilter, page: Page) =>
      database.store.read((tx) => listOrders(tx, SCOPE, filter, page))
    const newestFirst = ORDERS.toReversed()
    for (const filter of combinations()) {
      const ids = newestFirst.filter((order) => isMatch(order, filter)).map(({ id }) => id)
      const [first, skipped] = [
        await list(filter, { limit: 5, offset: 0 }),
        await list(filter, { limit: 5, offset: 3 }),
      ]
      const found = {
        total: first.total,
        first: first.rows.map(({ id }) => id),
        skipped: skipped.rows.map(({ id }) => id),
        next: first.next
          ? (await list(filter, { limit: 100, offset: 0, after: first.next })).rows.map(({ id }) => id)
          : [],
      }
      expect(found, JSON.stringify(filter)).toEqual({
        total: ids.length,
        first: ids.slice(0, 5),
        skipped: ids.slice(3, 8),
        next: ids.slice(5),
      })
    }
  })

  it('finds after the upgrade what it finds in new orders: equal members of equal metadata', async () => {
    const long = 'é'.repeat(200)
    const metadata = {
      7: 'first by its name',
      text: 'A "quoted" \\ line\n– 日本😀',
      number: 1e-7,
      whole: -9_007_199_254_740_991,
      tenth: 0.1,
      yes: true,
      no: false,
      none: null,
      object: { cart: 'inner' },
      list: [1],
      [long.slice(0, 100)]: long,
      [long.slice(0, 101)]: 'name too long',
      'too long': `${long}x`,
      empty: '',
      'a"b]': 1.5,
      last: 'sixteenth',
      more: 'seventeenth',
    }
    const order = { ...appOrder('o1', 'a'), metadata: JSON.stringify(metadata) }
    const location = await newLocation(engine)
    await migrateDatabase(location, START)
    const opened = await openOn(location)
    await opened.write(async (tx) => {
      await tx.merchants.insert(merchant('a'))
      await tx.orders.insert(order)
      await tx.orders.insert({ ...appOrder('o2', 'a'), status: 'PAID', metadata: '{"cart":"A-1"}' })
    })
    const side = await sideOf(location)
    const rows = () =>
      side.rows<{ name: string; value: string }>(
        `SELECT order_id, merchant_id, environment, name, value, status, network, created_at FROM order_metadata
         ORDER BY order_id, value`,
      )
    const stored = await rows()
    expect(stored.map(({ name }) => name).toSorted()).toEqual(
      [
        '7',
        'text',
        'number',
        'whole',
        'tenth',
        'yes',
        'no',
        long.slice(0, 100),
        'a"b]',
        'last',
        'cart',
      ].toSorted(),
    )
    await side.script(`DROP TABLE order_metadata; DROP INDEX orders_by_status;
      DELETE FROM migrations WHERE name LIKE '0053%'; DELETE FROM incompatible_migrations WHERE name LIKE '0053%'`)
    expect(await migrateDatabase(location, START)).toEqual(['0053-filter-orders.sql'])
    expect(await rows()).toEqual(stored)
  })
})
