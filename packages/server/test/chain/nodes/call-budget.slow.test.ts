import { expect, it } from 'vitest'
import { DAILY_CALLS, DUST, followDay } from '../../support/chain/trc20-day.js'

/** Everything twenty times slower, and a twentieth of the calls. */
const SCALE = 20
/** Orders of a day that one key can make in an hour and a half. */
const UNPAID = 6_000
const MINUTES = 60_000

it(
  'follows TRC20 for a day on the calls of a day, and skips no block',
  async () => {
    const day = await followDay(SCALE)
    expect(day.calls).toBeLessThanOrEqual(DAILY_CALLS / SCALE)
    expect(day).toMatchObject({ credited: day.paid, conditions: [] })
    expect(day.behind).toBeLessThanOrEqual(2)
    // What is left beside the solidified blocks shows some payments early.
    expect(day.shownEarly).toBeGreaterThan(0)
  },
  5 * MINUTES,
)

it(
  'is not brought to a stop by dust: blocks and payments go on, and the dust waits for spare calls',
  async () => {
    const day = await followDay(SCALE, { dust: DUST / SCALE })
    expect(day.calls).toBeLessThanOrEqual(DAILY_CALLS / SCALE)
    expect(day).toMatchObject({ credited: day.paid, dust: DUST / SCALE, conditions: [] })
    expect(day.furthestBehind).toBeLessThanOrEqual(2)
    expect(day.creditedDust).toBeGreaterThan(0)
  },
  5 * MINUTES,
)

it(
  'is not brought to a stop by orders that nobody pays: they expire as calls are left for it',
  async () => {
    const day = await followDay(SCALE, { unpaid: UNPAID / SCALE })
    expect(day.calls).toBeLessThanOrEqual(DAILY_CALLS / SCALE)
    expect(day).toMatchObject({ credited: day.paid, conditions: [] })
    expect(day.furthestBehind).toBeLessThanOrEqual(2)
    expect(day.expired).toBeGreaterThan((UNPAID / SCALE) * 0.5)
  },
  5 * MINUTES,
)

it(
  'is not brought to a stop by an address that holds what no block tells',
  async () => {
    const day = await followDay(SCALE, { isAnyHeld: true })
    expect(day.calls).toBeLessThanOrEqual(DAILY_CALLS / SCALE)
    expect(day).toMatchObject({ credited: day.paid, expired: 0, conditions: ['balance_mismatch'] })
    expect(day.furthestBehind).toBeLessThanOrEqual(2)
  },
  5 * MINUTES,
)
