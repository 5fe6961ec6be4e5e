import { expect, test, vi } from 'vitest'
import { type RunResult, seededRun } from './seeded-run.js'

const RUNS = 20

test('a paid cart ships once, an unpaid one never, and what was paid beyond it is due for a refund', async () => {
  vi.spyOn(console, 'error').mockReturnValue() // a shop that dies prints why
  const results: RunResult[] = []
  for (let seed = 1; seed <= RUNS; seed += 1) results.push(await seededRun(seed))

  for (const [index, { paidOrders, shipments }] of results.entries())
    expect([index + 1, shipments]).toEqual([index + 1, paidOrders > 0 ? 1 : 0])
  // The runs came through what they are about.
  expect(results.some(({ paidOrders }) => paidOrders > 1)).toBe(true)
  expect(results.some(({ overpaidOrders }) => overpaidOrders > 0)).toBe(true)
  expect(results.some(({ paidOrders, orders }) => orders > 1 && paidOrders === 1)).toBe(true)
  expect(results.some(({ shipments }) => shipments === 0)).toBe(true)
  expect(results.some(({ paidRefunds }) => paidRefunds > 0)).toBe(true)
  for (const { paidOrders, overpaidOrders, refunds } of results)
    expect(refunds).toBeGreaterThanOrEqual(Math.max(paidOrders - 1, Math.min(overpaidOrders, 1)))
})
