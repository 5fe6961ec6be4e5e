import { expect, test, vi } from 'vitest'
import { type RunResult, seededRun } from './seeded-run.js'

const RUNS = 20
/** A run of each kind comes long before this one, though the tasks of a run may interleave in another way each time. */
const MOST_RUNS = 300

/** The kinds of runs that the test must come through. */
const KINDS: Readonly<Record<string, (run: RunResult) => boolean>> = {
  'paid twice': ({ paidOrders }) => paidOrders > 1,
  overpaid: ({ overpaidOrders }) => overpaidOrders > 0,
  'paid after an order that was not': ({ paidOrders, orders }) => orders > 1 && paidOrders === 1,
  unpaid: ({ shipments }) => shipments === 0,
  refunded: ({ paidRefunds }) => paidRefunds > 0,
}

test('a paid cart ships once, an unpaid one never, and what was paid beyond it is due for a refund', async () => {
  vi.spyOn(console, 'error').mockReturnValue() // a shop that dies prints why
  const missing = new Set(Object.keys(KINDS))
  for (let seed = 1; seed <= MOST_RUNS && (seed <= RUNS || missing.size > 0); seed += 1) {
    const run = await seededRun(seed)
    const { paidOrders, overpaidOrders, refunds, shipments } = run
    expect([seed, shipments]).toEqual([seed, paidOrders > 0 ? 1 : 0])
    expect([seed, refunds >= Math.max(paidOrders - 1, Math.min(overpaidOrders, 1))]).toEqual([seed, true])
    for (const kind of missing) if (KINDS[kind]?.(run)) missing.delete(kind)
  }
  expect([...missing]).toEqual([])
}, 120_000)
