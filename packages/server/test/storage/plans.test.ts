import { expect, it, onTestFinished } from 'vitest'
import type { Sql, SqlValue } from '../../src/storage/sql.js'
import { createTx, noChanges } from '../../src/storage/store.js'
import { openBooks } from '../support/books.js'
import { openPlanner } from '../support/plans.js'

const ID = { environment: 'test', network: 'TRC20' } as const
const PAGE = { after: undefined, limit: 100 }

/** What a watcher asks of its transfers again and again, however many are booked for good. */
async function askedAgain(): Promise<Map<string, readonly SqlValue[]>> {
  const asked = new Map<string, readonly SqlValue[]>()
  const sql: Sql = {
    get: async () => undefined,
    run: async () => 0,
    all: async (text, ...values) => {
      asked.set(text, values)
      return []
    },
  }
  const { transfers } = createTx(sql, noChanges())
  await transfers.listDue(ID, 1_000, PAGE)
  await transfers.listHeld(ID, 1_000, 100)
  await transfers.listUnscreened(ID, undefined, 100, 'payments')
  return asked
}

it('what waits for its depth, its order or its judges is found by an index of what waits', async () => {
  const { location } = await openBooks('sqlite')
  const planner = await openPlanner(location)
  onTestFinished(() => planner.close())
  const asked = await askedAgain()
  expect(asked.size).toBe(3)
  for (const [text, values] of asked) {
    const { plan } = await planner.measure(text, values)
    expect(plan[0]).toMatch(/USING INDEX transfers_to_(confirm|screen)\b/)
  }
})
