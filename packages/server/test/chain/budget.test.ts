import { expect, it } from 'vitest'
import { DAILY_CALLS, DUST, followDay } from '../support/trc20-day.js'

/** Everything twenty times slower, and a twentieth of the calls. */
const SCALE = 20

it('follows TRC20 for a day on the calls of a day, and skips no block', async () => {
  const day = await followDay(SCALE)
  expect(day.calls).toBeLessThanOrEqual(DAILY_CALLS / SCALE)
  expect(day).toMatchObject({ credited: day.paid })
  expect(day.behind).toBeLessThanOrEqual(2)
  // What is left beside the solidified blocks shows some payments early.
  expect(day.shownEarly).toBeGreaterThan(0)
})

it('is not brought to a stop by dust: blocks and payments go on, and the dust waits for spare calls', async () => {
  const day = await followDay(SCALE, DUST / SCALE)
  expect(day.calls).toBeLessThanOrEqual(DAILY_CALLS / SCALE)
  expect(day).toMatchObject({ credited: day.paid, dust: DUST / SCALE })
  expect(day.furthestBehind).toBeLessThanOrEqual(2)
  expect(day.creditedDust).toBeGreaterThan(0)
})
