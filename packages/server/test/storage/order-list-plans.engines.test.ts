import { expect, it, onTestFinished } from 'vitest'
import type { OrderListFilter } from '../../src/domain/store/order-tables.js'
import { countQuery, listQuery } from '../../src/storage/tables/orders/order-lists.js'
import { START } from '../support/domain/context.js'
import { ENGINES, type Engine, openDatabase } from '../support/storage/engines.js'
import { ordersOfMerchant } from '../support/storage/many-orders.js'
import { openPlanner } from '../support/storage/query-plans.js'

const SCOPE = { merchantId: 'm', environment: 'test' } as const
const PAGE = { limit: 21, offset: 0, after: { createdAt: START + 1_000, id: 'a' } }
const MEMBER = { member: { name: 'channel', value: 'web' } }
const BY_STATUS = 'merchant_id=? AND environment=? AND status=? AND network=?'
const BY_MEMBER = 'merchant_id=? AND environment=? AND name=? AND value=? AND status=? AND network=?'

/** Filters, with the index that finds their orders, its columns before the time, and the number of ranges. */
const FILTERS: Readonly<Record<string, readonly [OrderListFilter, string, string, ranges: number]>> = {
  'a time': [{}, 'orders_by_merchant', 'merchant_id=? AND environment=?', 1],
  'a status': [{ status: 'PAID' }, 'orders_by_status', BY_STATUS, 4],
  'a network': [{ network: 'ERC20' }, 'orders_by_status', BY_STATUS, 9],
  'a status and a network': [{ status: 'PAID', network: 'ERC20' }, 'orders_by_status', BY_STATUS, 1],
  'a member': [MEMBER, 'order_metadata_by_value', BY_MEMBER, 36],
  'a member and a status': [{ ...MEMBER, status: 'PAID' }, 'order_metadata_by_value', BY_MEMBER, 4],
  'a member and a network': [{ ...MEMBER, network: 'ERC20' }, 'order_metadata_by_value', BY_MEMBER, 9],
}

/** Each order has a member of its own and one that all orders have. */
const INDEX_METADATA = `INSERT INTO order_metadata
    (order_id, merchant_id, environment, name, value, status, network, created_at)
  SELECT id, merchant_id, environment, 'cart', id, status, network, created_at FROM orders UNION ALL
  SELECT id, merchant_id, environment, 'channel', 'web', status, network, created_at FROM orders`

const SEARCHES = /(?:SEARCH|SCAN) (?:orders|order_metadata)\b(?: USING COVERING INDEX )?(.*)/
const SCANS =
  /Scan(?: Backward)?(?: using (orders_|order_metadata_by_value)\w*)? on (?:orders|order_metadata)\b/
const ROWS_OF_PAGE = /sqlite_autoindex_orders_1|orders_pkey/

/** Lists what a plan reads besides the rows of the page: on SQLite the ranges, on PostgreSQL the table of each index. */
const readBy = (engine: Engine, plan: readonly string[]): string[] =>
  plan
    .filter((step) => !ROWS_OF_PAGE.test(step))
    .flatMap((step) => {
      const found = (engine === 'sqlite' ? SEARCHES : SCANS).exec(step)
      return found ? [found[1] ?? step] : []
    })

it.each(ENGINES)(
  'a list of orders reads ranges of one index by each filter and each time, on %s',
  async (engine) => {
    const { location } = await openDatabase(engine)
    const planner = await openPlanner(location)
    onTestFinished(() => planner.close())
    await planner.script(ordersOfMerchant(10_000))
    await planner.script(INDEX_METADATA)
    if (engine === 'postgres') await planner.script('ANALYZE')
    for (const [by, [filter, index, columns, ranges]] of Object.entries(FILTERS)) {
      const inTime = { ...filter, from: START, to: START + 2_000 }
      // PostgreSQL also takes an index of some statuses only, where that is smaller.
      const onPostgres = index.startsWith('orders_') ? 'orders_' : index
      const range =
        engine === 'sqlite' ? `${index} (${columns} AND created_at>? AND created_at<?)` : onPostgres
      for (const [text, ...values] of [countQuery(SCOPE, inTime), listQuery(SCOPE, inTime, PAGE)]) {
        const { plan } = await planner.measure(text, values)
        expect([by, ...readBy(engine, plan)]).toEqual([by, ...Array<string>(ranges).fill(range)])
      }
    }
    for (const [by, filter, column] of [
      ['update', { updated: { from: START, to: START + 20 } }, 'updated_at'],
      ['payment', { paid: { from: START, to: START + 20 } }, 'paid_at'],
    ] as const) {
      const narrowed = { ...filter, status: 'PAID' as const, network: 'TRC20' as const, from: START }
      for (const [text, ...values] of [countQuery(SCOPE, narrowed), listQuery(SCOPE, narrowed, PAGE)]) {
        const plan = (await planner.measure(text, values)).plan.join('\n')
        const conditions = `merchant_id=? AND environment=? AND ${column}>? AND ${column}<?`
        expect(plan).toContain(
          engine === 'sqlite'
            ? `SEARCH orders USING COVERING INDEX orders_by_${by} (${conditions})`
            : ` using orders_by_${by} on orders`,
        )
      }
    }
  },
)
