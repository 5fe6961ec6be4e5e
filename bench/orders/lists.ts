/** Lists, searches and exports of a merchant with a million orders, withdrawals and links, on both engines, and what words cost. */
import { findPage } from '../../packages/server/src/domain/orders/order-search.js'
import { listOrders } from '../../packages/server/src/domain/orders/orders.js'
import type { OrderFilter } from '../../packages/server/src/domain/store/order-tables.js'
import type { Store } from '../../packages/server/src/domain/store/store.js'
import { spellingsOf } from '../../packages/server/src/networks/spellings.js'
import { openStore } from '../../packages/server/src/storage/open.js'
import { amount, START } from '../../packages/server/test/support/domain/context.js'
import { openPlanner } from '../../packages/server/test/support/storage/query-plans.js'
import { searchedOrders } from '../../packages/server/test/support/storage/searched-orders.js'
import { appOrder, merchant } from '../../packages/server/test/support/storage/store-rows.js'
import { onEngine } from '../../stress/lib/engines.js'
import { quantile, type Result } from '../lib/rounds.js'
import { isQuick, sized } from '../lib/sized.js'
import { LINK_READS, OTHERS, otherRows, type Read, WITHDRAWAL_READS } from './other-lists.js'

const ORDERS = sized(1_000_000, 1_000)
const RUNS = sized(100, 2)
const ROWS = 50
/** Rows of one batch of a file, each with its transfers and refunds. */
const BATCH = 25
const SCOPE = { merchantId: 'm0', environment: 'test' } as const
/** Orders of one transaction, and transactions, for the cost of words. */
const [WRITTEN, ROUNDS] = [sized(500, 10), sized(20, 1)]

export async function lists(): Promise<Result[]> {
  const results: Result[] = []
  // A quick run does not wait for the start of PostgreSQL.
  for (const engine of isQuick ? (['sqlite'] as const) : (['sqlite', 'postgres'] as const))
    await onEngine(engine, async (fresh) => {
      const database = await fresh()
      const ignore = () => undefined
      const store = await openStore({ database, now: START, onCommit: ignore, onDamage: ignore })
      await store.write(async (tx) => {
        for (const id of ['m0', 'm1']) await tx.merchants.insert(merchant(id))
      })
      results.push(await costOfWords(store, engine))
      const planner = await openPlanner(database)
      await planner.script(`${otherRows()};\n${searchedOrders(engine, ORDERS, 1)}`)
      // PostgreSQL vacuums a table by itself after this many inserts, but later.
      if (engine === 'postgres') await planner.script('VACUUM')
      await planner.close()
      for (const [rows, reads] of LISTS)
        for (const [what, read] of Object.entries(reads))
          results.push(await measured(store, `${engine}, ${rows}: ${what}`, read))
      await store.close()
    })
  return results
}

/** Some order, another one at each run. */
const pick = (at: number): number => 1 + ((at * 7_919) % ORDERS)

const find = (filter: OrderFilter, textOf?: (at: number) => string): Read => {
  return (tx, at) => {
    const text = textOf?.(pick(at))
    const spellings = text === undefined ? [] : spellingsOf(text)
    return findPage(tx, { ...SCOPE, ...filter }, { text, spellings, after: undefined, rows: ROWS })
  }
}

const LARGE = { amountMin: amount('500'), amountMax: amount('510') }

const READS: Readonly<Record<string, Read>> = {
  'list, newest': (tx) => listOrders(tx, SCOPE, {}, { limit: ROWS, offset: 0 }),
  'list, deep': (tx, at) =>
    listOrders(tx, SCOPE, {}, { limit: ROWS, offset: 0, after: { createdAt: START + pick(at), id: 'o' } }),
  'list, paid': (tx) => listOrders(tx, SCOPE, { status: 'PAID' }, { limit: ROWS, offset: 0 }),
  'filter, amount': find(LARGE),
  'filter, network without orders': find({ network: 'ERC20' }),
  'sums of a filter': (tx) => tx.orders.sumFound({ ...SCOPE, ...LARGE }, 10_000),
  'sums of a period': (tx) => tx.orders.sumFound({ ...SCOPE, from: START }, 10_000),
  'search, a rare word': find({}, (order) => `${order}`),
  'search, two words': find({}, (order) => `shop ${order}`),
  'search, a word of every order': find({}, () => 'description'),
  'search, beginning of a transaction': find({}, (order) => `0x${`${order}`.padEnd(6, '1').slice(0, 5)}`),
  'search, beginning of an address': find({}, (order) => `t${`${order}`.padEnd(6, '1').slice(0, 5)}`),
  'search, none': find({}, () => 'nothing-like-it'),
  'export, 25 orders': async (tx, at) => {
    const after = { createdAt: START + pick(at), id: 'o' }
    const { rows: orders } = await findPage(tx, SCOPE, { text: undefined, spellings: [], after, rows: BATCH })
    for (const { id } of orders) {
      await tx.transfers.listByOrder(id)
      await tx.withdrawals.sumRefunds(id)
    }
  },
}

const LISTS: readonly (readonly [rows: string, reads: Readonly<Record<string, Read>>])[] = [
  [`${ORDERS} orders`, READS],
  [`${OTHERS} withdrawals`, WITHDRAWAL_READS],
  [`${OTHERS} links`, LINK_READS],
]

async function measured(store: Store, what: string, read: Read): Promise<Result> {
  const times: number[] = []
  for (let at = 0; at <= RUNS; at += 1) {
    const begunAt = performance.now()
    await store.read((tx) => read(tx, at))
    if (at > 0) times.push(performance.now() - begunAt) // the first one warms up
  }
  const [half, most] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(1))
  return { what, value: `p95 ${most} ms`, spread: `p50 ${half}, ${RUNS} runs`, goal: '< 150 ms' }
}

/** New orders with and without words, in turn. */
async function costOfWords(store: Store, engine: string): Promise<Result> {
  let made = 0
  const write = async (words: boolean) => {
    const begunAt = performance.now()
    await store.write(async (tx) => {
      for (let order = 0; order < WRITTEN; order += 1) {
        made += 1
        const description = words ? `Blue shirt, size M, order ${made}` : null
        await tx.orders.insert({ ...appOrder(`w${made}`, 'm1'), description })
      }
    })
    return ((performance.now() - begunAt) * 1_000) / WRITTEN
  }
  const differences: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const without = await write(false)
    const difference = (await write(true)) - without
    if (round > 0) differences.push(difference)
  }
  const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(differences, share).toFixed(1))
  return {
    what: `${engine}: words of a new order`,
    value: `${middle} µs`,
    spread: `p10 ${low}, p90 ${high}, ${ROUNDS} rounds of ${WRITTEN} orders`,
    goal: '≤ 15 µs',
  }
}
