import { expect, it } from 'vitest'
import { listOrders } from '../../src/domain/orders/orders.js'
import type { OrderListFilter } from '../../src/domain/store/order-tables.js'
import { totalOf } from '../../src/http/page.js'
import { START } from '../support/domain/context.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { ordersOfMerchant } from '../support/storage/many-orders.js'

const SCOPE = { merchantId: 'm', environment: 'test' } as const
const ORDERS = 13_000

it.each(ENGINES)(
  'a list with filters counts at most 10,000 rows, and goes on behind them, on %s',
  async (engine) => {
    const database = await openDatabase(engine)
    const side = await database.side()
    await side.script(ordersOfMerchant(ORDERS))
    const pageOf = async (filter: OrderListFilter, offset = 0) => {
      const listed = await database.store.read((tx) => listOrders(tx, SCOPE, filter, { limit: 1, offset }))
      return [totalOf(listed), listed.rows.length, listed.next !== undefined]
    }
    const exactly = (total: number) => ({ total })
    const atLeast = { total: 10_000, total_is_at_least: true }
    expect(await pageOf({})).toEqual([exactly(ORDERS), 1, true])
    expect(await pageOf({ from: START + 3_001 })).toEqual([exactly(10_000), 1, true])
    expect(await pageOf({ from: START + 3_000 })).toEqual([atLeast, 1, true])
    expect(await pageOf({ from: START }, ORDERS - 1)).toEqual([atLeast, 1, false])
    expect(await pageOf({ from: START }, ORDERS)).toEqual([atLeast, 0, false])
    // None of the ranges of these two has as many.
    expect(await pageOf({ status: 'PAID' })).toEqual([atLeast, 1, true])
    expect(await pageOf({ status: 'PAID', to: START + 5_001 })).toEqual([exactly(3_950), 1, true])
  },
)
