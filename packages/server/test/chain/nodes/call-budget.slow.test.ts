import { expect, it } from 'vitest'
import { DAILY_CALLS, DUST, followDay } from '../../support/chain/trc20-day.js'

/** Everything twenty times slower, with a twentieth of the calls. */
const SCALE = 20
/** Orders per day that one key can create in an hour and a half. */
const UNPAID = 6_000
const MINUTES = 60_000

it(
  'follows TRC20 for a day within the daily budget, and skips no block',
  async () => {
    const day = await followDay(SCALE)
    expect(day.calls).toBeLessThanOrEqual(DAILY_CALLS / SCALE)
    expect(day).toMatchObject({ credited: day.paid, conditions: [] })
    expect(day.behind).toBeLessThanOrEqual(2)
    // The calls left beyond solidified blocks show some payments early.
    expect(day.shownEarly).toBeGreaterThan(0)
  },
  5 * MINUTES,
)

it(
  'is not stopped by dust: blocks and payments continue, and the dust waits for spare calls',
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
  'is not stopped by unpaid orders: they expire as calls allow',
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
  'is not stopped by an address with a balance that no block explains',
  async () => {
    const day = await followDay(SCALE, { hasMismatch: true })
    expect(day.calls).toBeLessThanOrEqual(DAILY_CALLS / SCALE)
    expect(day).toMatchObject({ credited: day.paid, expired: 0, conditions: ['balance_mismatch'] })
    expect(day.furthestBehind).toBeLessThanOrEqual(2)
  },
  5 * MINUTES,
)
