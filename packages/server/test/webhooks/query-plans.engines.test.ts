import { describe, expect, it, onTestFinished } from 'vitest'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { openPlanner, readsAll } from '../support/storage/query-plans.js'
import { merchant } from '../support/storage/store-rows.js'
import { deliveryStatements, fillScript } from '../support/webhooks/delivery-statements.js'

/** `npm run stress -- delivery-plans` has 1,000,000. */
const ROWS = 20_000

describe.each(ENGINES)('the statements of the delivery engine on %s', (engine) => {
  it(`use an index, each of them, with ${ROWS.toLocaleString('en')} deliveries`, async () => {
    const { store, location } = await openDatabase(engine)
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    const planner = await openPlanner(location)
    onTestFinished(() => planner.close())
    await planner.script(fillScript(engine, ROWS))
    // A sequential scan is cheap with few rows: the test checks whether there is another plan.
    if (engine === 'postgres') await planner.script('SET enable_seqscan = off')
    const all = await deliveryStatements(ROWS)
    const readAll: unknown[] = []
    for (const [text, values] of all) {
      const measured = await planner.measure(text, values)
      if (readsAll(measured)) readAll.push([text, measured.plan])
    }
    expect(readAll).toEqual([])
    expect(all.size).toBeGreaterThanOrEqual(36)
  })
})
