import { expect, it, onTestFinished } from 'vitest'
import { START } from '../support/domain/context.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { ordersOfMerchant } from '../support/storage/many-orders.js'
import { openPlanner, statementsOf } from '../support/storage/query-plans.js'

const ORDERS = 2_000
const ORDER_ID = '019b0e5c-7e5a-7c3e-9f5a-1000'
const PAGE = { limit: 21, offset: 0 }

/** Ten withdrawals for each order, of which one refunds it. */
const WITHDRAWALS = `INSERT INTO withdrawals (id, merchant_id, environment, withdrawal_number, status, amount, fee, network,
    destination_address, confirmations, order_id, metadata, created_at, updated_at, version)
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${10 * ORDERS})
  SELECT 'w' || n, 'm', 'test', 'wdr_' || n, 'PENDING', 100000000, 0, 'TRC20', 'T', 0,
    CASE WHEN n % 10 = 0 THEN '019b0e5c-7e5a-7c3e-9f5a-' || (n / 10) END, '{}', ${START} + n, ${START} + n, 1 FROM numbers`

it.each(ENGINES)('the refunds of an order are found by the index of their order, on %s', async (engine) => {
  const { location } = await openDatabase(engine)
  const planner = await openPlanner(location)
  onTestFinished(() => planner.close())
  await planner.script(ordersOfMerchant(ORDERS))
  await planner.script(WITHDRAWALS)
  if (engine === 'postgres') await planner.script('ANALYZE')
  const asked = await statementsOf(async ({ withdrawals }) => {
    await withdrawals.listRefunds(ORDER_ID, PAGE)
    await withdrawals.listRefunds(ORDER_ID, { ...PAGE, after: { createdAt: START, id: 'w1' } })
    await withdrawals.countRefunds(ORDER_ID)
    await withdrawals.sumRefunds(ORDER_ID)
    await withdrawals.listUnsignedRefunds(ORDER_ID)
  })
  expect(asked.size).toBe(5)
  for (const [text, values] of asked) {
    const { plan } = await planner.measure(text, values)
    expect([text, plan.join('\n')]).toEqual([text, expect.stringMatching(/withdrawals_by_order/)])
    expect([text, plan.filter((step) => /(SCAN|Seq Scan on) withdrawals\b/.test(step))]).toEqual([text, []])
  }
})
