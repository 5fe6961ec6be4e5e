import { MerchantPay } from '../../../src/client.js'
import type { CallResult } from '../../../src/http/call-promise.js'
import { startCuttingProxy } from './cutting-proxy.js'
import type { Account } from './reference.js'

/** The operations with an idempotency key. */
export const KEYED = ['createOrder', 'createAppOrder', 'createWithdrawal'] as const
export type KeyedId = (typeof KEYED)[number]

type Create = (mp: MerchantPay) => Promise<CallResult<{ id: string }>>
type List = (mp: MerchantPay, offset: number) => Promise<{ rows: { id: string }[]; total: number }>

const USDT = { currency: 'USDT', network: 'TRC20' } as const
export const PAYOUT = {
  ...USDT,
  amount: '10.00',
  destination_address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
} as const
/** Pays for 1,000 withdrawals and their fees. */
const FUNDS = '20000.00'
/** Concurrent calls. */
const WIDTH = 20
const limit = 100
/** The server has no limits, and every call is repeated on purpose. */
const UNLIMITED = { rateLimit: false, retryBudget: false } as const

const listOrders: List = async (mp, offset) => {
  const { orders, total } = await mp.orders.list({ limit, offset })
  return { rows: orders, total }
}

const OPERATIONS: Record<KeyedId, { create: Create; list: List }> = {
  createOrder: {
    create: (mp) => mp.orders.create({ ...USDT, amount: '25.00' }).withResponse(),
    list: listOrders,
  },
  createAppOrder: {
    create: (mp) => mp.appOrders.create({ amount_mode: 'CUSTOM', currency: 'USDT' }).withResponse(),
    list: listOrders,
  },
  createWithdrawal: {
    create: (mp) => mp.withdrawals.create(PAYOUT).withResponse(),
    async list(mp, offset) {
      const { withdrawals, total } = await mp.withdrawals.list({ limit, offset })
      return { rows: withdrawals, total }
    },
  },
}

/**
 * Calls a keyed operation a number of times, and loses each first answer after the server has acted. Then
 * each call must have sent the same bytes with the same key twice, and the server's own list must hold
 * exactly what the calls returned.
 *
 * @param account a merchant without orders
 * @throws Error with the difference
 */
export async function requireOneResourceEach(account: Account, id: KeyedId, runs: number): Promise<void> {
  const direct = new MerchantPay({ ...account, ...UNLIMITED })
  if (id === 'createWithdrawal') await fund(direct)
  const { create, list } = OPERATIONS[id]
  const proxy = await startCuttingProxy(account.baseUrl)
  try {
    const mp = new MerchantPay({ ...account, baseUrl: proxy.url, ...UNLIMITED })
    const results: CallResult<{ id: string }>[] = []
    while (results.length < runs) {
      const calls = Array.from({ length: Math.min(WIDTH, runs - results.length) }, () => create(mp))
      results.push(...(await Promise.all(calls)))
    }
    const isRepeat = results.every(({ replayed, attempts }) => replayed && attempts.length === 2)
    const made = await listAll(list, direct)
    const counts = {
      calls: runs,
      repeated: isRepeat ? runs : 'not all',
      requests: proxy.passed.length / 2,
      'different requests': new Set(proxy.passed.map((each) => JSON.stringify(each))).size,
      keys: new Set(results.map(({ idempotencyKey }) => idempotencyKey)).size,
      'resources returned': new Set(results.map(({ data }) => data.id)).size,
      'resources made': made.length,
      'resources made and returned': made.filter((one) => results.some(({ data }) => data.id === one)).length,
    }
    const isExact = Object.values(counts).every((count) => count === runs)
    if (!isExact) throw new Error(`${id}: ${JSON.stringify(counts)}`)
  } finally {
    await proxy.stop()
  }
}

async function listAll(list: List, mp: MerchantPay): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const { rows, total } = await list(mp, ids.length)
    ids.push(...rows.map(({ id }) => id))
    if (rows.length === 0 || ids.length >= total) return ids
  }
}

/** Pays an order, so that there is something to withdraw. */
export async function fund(mp: MerchantPay): Promise<void> {
  const { id } = await mp.orders.create({ ...USDT, amount: FUNDS })
  await mp.testHelpers.simulateOrder(id, { action: 'pay' })
  for await (const { order } of mp.orders.stream(id)) if (order.status === 'PAID') return
}
