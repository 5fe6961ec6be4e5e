import { describe, expect, it } from 'vitest'
import { endingOf } from '../../../../stress/simulation/endings.js'
import { BANNED } from '../../../../stress/simulation/networks/network.js'

const ORDER = { amount: 100_000_000n, expireAt: 1_000_000 }
/** Told of a further payment that a fork took back. */
const FURTHER = 'payment.overpaid'
const IN_TIME = 900
const LATE = 1_100
const paid = (value: bigint, time: number, from = '5a'.repeat(20)) => ({
  ...{ from, to: '1b'.repeat(20), value, hash: `0x${time}`, time },
})

describe('an order that the operator decided against', () => {
  it.each([
    { story: 'in time', payments: [paid(100_000_000n, IN_TIME)] },
    { story: 'in part', payments: [paid(50_000_000n, IN_TIME)] },
    { story: 'late', payments: [paid(100_000_000n, LATE)] },
    { story: 'by a transaction that is in no block any more', payments: [] },
  ])('may have told that it was paid $story, before a fork took the payment back', ({ payments }) => {
    const ending = endingOf(ORDER, payments, 'against the merchant')
    expect(ending).toMatchObject({ status: 'FROZEN', credited: 0n, events: ['payment.frozen'] })
    expect(ending.possible).toEqual(
      expect.arrayContaining(['payment.confirmed', 'payment.underpaid', 'payment.expired', FURTHER]),
    )
  })

  it('may have told how it ended before a banned account paid, too', () => {
    const payments = [paid(50_000_000n, IN_TIME), paid(100_000_000n, LATE, BANNED.account)]
    expect(endingOf(ORDER, payments, 'against the merchant').possible).toEqual(['payment.underpaid', FURTHER])
  })

  it('has told nothing else when a banned account alone paid', () => {
    const ending = endingOf(ORDER, [paid(100_000_000n, IN_TIME, BANNED.account)], 'against the merchant')
    expect([ending.events, ending.possible]).toEqual([['payment.frozen'], [FURTHER]])
  })
})

it('an order that is paid late in parts may tell of the first part alone', () => {
  const parts = [paid(50_000_000n, LATE), paid(50_000_000n, LATE + 1)]
  expect(endingOf(ORDER, parts, undefined)).toMatchObject({
    ...{ status: 'EXPIRED_PAID', events: ['payment.expired', 'payment.confirmed'] },
    possible: ['payment.underpaid'],
  })
  const again = [paid(100_000_000n, LATE), paid(50_000_000n, LATE + 1)]
  expect(endingOf(ORDER, again, undefined).possible).toEqual([])
})

it('an order that the operator cleared tells its last end, and perhaps the one before', () => {
  expect(endingOf(ORDER, [paid(100_000_000n, LATE)], 'for the merchant')).toMatchObject({
    events: ['payment.frozen', 'payment.confirmed'],
    possible: ['payment.expired', 'payment.confirmed', FURTHER],
  })
})
