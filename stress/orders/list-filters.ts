import { listOrders } from '../../packages/server/src/domain/orders/orders.js'
import type { OrderListFilter } from '../../packages/server/src/domain/store/order-tables.js'
import { migrateDatabase, openStore } from '../../packages/server/src/storage/open.js'
import { START } from '../../packages/server/test/support/domain/context.js'
import { ordersOfMerchant } from '../../packages/server/test/support/storage/many-orders.js'
import { openPlanner } from '../../packages/server/test/support/storage/query-plans.js'
import { onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'
import { ENGINES, measure } from './durations.js'

const ORDERS = 1_000_000
const RUNS = 300
const UNBOUNDED_RUNS = 30
const SCOPE = { merchantId: 'm', environment: 'test' } as const
/** The most orders that a filter may match for a list to be fast. */
const MATCHED = 10_000

/** Takes the migration back, so that it runs again on a full database. */
const UNDO = `DROP TABLE order_metadata; DROP INDEX orders_by_status;
  DELETE FROM migrations WHERE name LIKE '0053%'; DELETE FROM incompatible_migrations WHERE name LIKE '0053%'`

/**
 * Prints how long lists of a merchant with 1,000,000 orders take, by filter, with their totals. The orders are there before
 * the migration that makes them findable, whose duration is printed too.
 */
export async function listFilters(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['engine', 'orders'])
  const count = options.number('orders', ORDERS)
  const only = options.text('engine', '')
  for (const engine of ENGINES.filter((name) => only === '' || name === only)) {
    await onEngine(engine, async (fresh) => {
      const database = await fresh()
      await migrateDatabase(database, START)
      const planner = await openPlanner(database)
      await planner.script(UNDO)
      await planner.script(ordersOfMerchant(count))
      const begunAt = performance.now()
      await migrateDatabase(database, START)
      console.log(
        `list-filters on ${engine}: ${count} orders, migrated in ${Math.round(performance.now() - begunAt)} ms`,
      )
      if (engine === 'postgres') await planner.script('ANALYZE')
      await planner.close()
      const silent = () => undefined
      const store = await openStore({ database, now: START, onCommit: silent, onDamage: silent })
      for (const [what, filterOf] of Object.entries(filters(count))) {
        const { total } = await store.read((tx) =>
          listOrders(tx, SCOPE, filterOf(0), { limit: 1, offset: 0 }),
        )
        const runs = total <= MATCHED || total === count ? RUNS : UNBOUNDED_RUNS
        await measure(store, `${what}, ${total} orders`, runs, (tx, at) =>
          listOrders(tx, SCOPE, filterOf(at), {
            limit: 20,
            offset: at % 5 === 0 ? Math.min(100_000, Math.floor(total / 2)) : 0,
          }),
        )
      }
      await store.close()
    })
  }
}

function filters(count: number): Record<string, (at: number) => OrderListFilter> {
  const pick = (at: number) => 1 + ((at * 7_919) % (count - MATCHED))
  const days = (at: number) => ({ from: START + pick(at), to: START + pick(at) + MATCHED })
  const member = (name: string, value: string) => ({ member: { name, value } })
  return {
    'no filter': () => ({}),
    order_number: (at) => ({ orderNumber: `ord_${pick(at)}` }),
    'a time': days,
    'status FROZEN': () => ({ status: 'FROZEN' }),
    'network ERC20': () => ({ network: 'ERC20' }),
    'FROZEN on ERC20': () => ({ status: 'FROZEN', network: 'ERC20' }),
    'paid in a time': (at) => ({ paid: days(at) }),
    'changed in a time': (at) => ({ updated: days(at) }),
    'FROZEN, changed in a time': (at) => ({ status: 'FROZEN', updated: days(at) }),
    'metadata of all, paid in a time': (at) => ({ ...member('channel', 'web'), paid: days(at) }),
    'PAID in a time': (at) => ({ status: 'PAID', ...days(at) }),
    'PAID on TRC20 in a time': (at) => ({ status: 'PAID', network: 'TRC20', ...days(at) }),
    'ERC20 in a time': (at) => ({ network: 'ERC20', ...days(at) }),
    'metadata of one order': (at) => member('cart', `${pick(at)}`),
    'metadata of 100 orders': (at) => member('customer', `${pick(at) % (count / 100)}`),
    'metadata of 10,000 orders': () => member('campaign', 'spring'),
    'metadata of 10,000 orders, PAID': () => ({ ...member('campaign', 'spring'), status: 'PAID' }),
    'metadata of 10,000 orders, on TRC20': () => ({ ...member('campaign', 'spring'), network: 'TRC20' }),
    'metadata of all, FROZEN': () => ({ ...member('channel', 'web'), status: 'FROZEN' }),
    'metadata of all, ERC20': () => ({ ...member('channel', 'web'), network: 'ERC20' }),
    'metadata of all in a time': (at) => ({ ...member('channel', 'web'), ...days(at) }),
    'every filter': (at) => ({
      ...member('channel', 'web'),
      status: 'PAID',
      network: 'TRC20',
      ...days(at),
    }),
    'not bounded: PAID': () => ({ status: 'PAID' }),
    'not bounded: TRC20': () => ({ network: 'TRC20' }),
    'not bounded: metadata of all': () => member('channel', 'web'),
    'not bounded: metadata of all, PAID': () => ({ ...member('channel', 'web'), status: 'PAID' }),
  }
}
