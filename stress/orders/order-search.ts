import { findNamed, searchOrders } from '../../packages/server/src/domain/orders/order-search.js'
import type { Tx } from '../../packages/server/src/domain/store/unit-of-work.js'
import { openStore } from '../../packages/server/src/storage/open.js'
import { amount, START } from '../../packages/server/test/support/domain/context.js'
import { openPlanner } from '../../packages/server/test/support/storage/query-plans.js'
import { searchedOrders } from '../../packages/server/test/support/storage/searched-orders.js'
import { merchant } from '../../packages/server/test/support/storage/store-rows.js'
import { onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'
import { ENGINES, measure } from './durations.js'

const ORDERS = 1_000_000
const MERCHANTS = 1_000
const RUNS = 200
/** A search for a text compares a hundred times as many orders as one that an index answers. */
const TEXT_RUNS = 20
const LIMIT = 100

/** Prints how long each kind of search takes in a database with 1,000,000 orders, the 99th percentile of many. */
export async function orderSearch(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['engine', 'orders'])
  const count = options.number('orders', ORDERS)
  const only = options.text('engine', '')
  for (const engine of ENGINES.filter((name) => only === '' || name === only)) {
    await onEngine(engine, async (fresh) => {
      const database = await fresh()
      const silent = () => undefined
      const store = await openStore({ database, now: START, onCommit: silent, onDamage: silent })
      await store.write(async (tx) => {
        for (let number = 0; number < MERCHANTS; number += 1)
          await tx.merchants.insert(merchant(`m${number}`))
      })
      const planner = await openPlanner(database)
      await planner.script(searchedOrders(engine, count, MERCHANTS))
      await planner.close()
      console.log(`order-search on ${engine}: ${count} orders of ${MERCHANTS} merchants; ms, median and p99`)
      for (const [what, [runs, search]] of Object.entries(searches(count)))
        await measure(store, what, runs, search)
      await store.close()
    })
  }
}

type Search = (tx: Tx, at: number) => Promise<unknown>

function searches(count: number): Record<string, readonly [runs: number, search: Search]> {
  const test = { environment: 'test' } as const
  const pick = (at: number) => 1 + ((at * 7_919) % count)
  const shop = (at: number) => `m${at % MERCHANTS}`
  const name = (text: (order: number) => string): Search => {
    return async (tx, at) => findNamed(tx, text(pick(at)), [text(pick(at))])
  }
  const day = (at: number) => ({ from: START + pick(at), to: START + pick(at) + 86_400 })
  return {
    'by order number': [RUNS, name((order) => `ord_${order}`)],
    'by transaction': [RUNS, name((order) => `0x${order}`)],
    'by address': [RUNS, name((order) => `T${order}`)],
    'by platform user id': [RUNS, name((order) => `user of ${shop(order)}`)],
    'the newest': [RUNS, (tx) => searchOrders(tx, {}, LIMIT)],
    'of a merchant': [RUNS, (tx, at) => searchOrders(tx, { merchantId: shop(at) }, LIMIT)],
    'of a day': [RUNS, (tx, at) => searchOrders(tx, day(at), LIMIT)],
    FROZEN: [RUNS, (tx) => searchOrders(tx, { status: 'FROZEN' }, LIMIT)],
    'FROZEN of a merchant': [
      RUNS,
      (tx, at) => searchOrders(tx, { status: 'FROZEN', merchantId: shop(at) }, LIMIT),
    ],
    'PAID of a merchant': [
      RUNS,
      (tx, at) => searchOrders(tx, { status: 'PAID', merchantId: shop(at) }, LIMIT),
    ],
    'amount of a merchant': [
      RUNS,
      (tx, at) =>
        searchOrders(tx, { amountMin: amount('77'), amountMax: amount('77'), merchantId: shop(at) }, LIMIT),
    ],
    'metadata of a merchant': [
      RUNS,
      (tx, at) => searchOrders(tx, { metadataValue: `ref-${pick(at)}`, merchantId: shop(pick(at)) }, LIMIT),
    ],
    'metadata among 100,000 orders': [
      TEXT_RUNS,
      (tx, at) => searchOrders(tx, { ...test, metadataValue: `no-${at}` }, LIMIT),
    ],
    'text among 100,000 orders': [
      TEXT_RUNS,
      (tx, at) => searchOrders(tx, { ...test, text: `no ${at}` }, LIMIT),
    ],
  }
}
