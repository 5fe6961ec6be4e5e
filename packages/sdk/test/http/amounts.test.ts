import { describe, expect, it } from 'vitest'
import { UsageError } from '../../src/errors/base-error.js'
import type { MerchantPay } from '../../src/index.js'
import { answer, refuse, scripted } from '../support/fake.js'
import { rejection } from '../support/loopback.js'

const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
const PAYOUT = { ...ORDER, destination_address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' } as const
const typed = (amount: unknown) => amount as '25.00' // what a caller without types may pass

const withAmount: Record<string, (mp: MerchantPay, amount: unknown) => PromiseLike<unknown>> = {
  'an order': (mp, amount) => mp.orders.create({ ...ORDER, amount: typed(amount) }),
  'an app-only order': (mp, amount) =>
    mp.appOrders.create({ amount_mode: 'FIXED', currency: 'USDT', amount: typed(amount) }),
  'a withdrawal': (mp, amount) => mp.withdrawals.create({ ...PAYOUT, amount: typed(amount) }),
  'a quote': (mp, amount) => mp.withdrawals.quote({ network: 'TRC20', amount: typed(amount) }),
  'a simulation': (mp, amount) =>
    mp.testHelpers.simulateOrder('o1', { action: 'overpay', amount: typed(amount) }),
}
const notDecimal = [
  25,
  100.5,
  25n,
  Number.NaN,
  null,
  '',
  'ten',
  '1e5',
  '-25.00',
  ' 25.00',
  '25,00',
  '25.00\n',
]

describe.each(Object.entries(withAmount))('the amount of %s', (_, call) => {
  it.each(notDecimal)('is refused before anything is sent when it is %o', async (amount) => {
    const { mp, sent } = scripted([answer(201, {})])
    const error = await rejection(call(mp, amount))
    expect(error).toBeInstanceOf(UsageError)
    expect(error).toMatchObject({
      code: 'invalid_amount',
      message: `amount must be a string like '25.00'${amount === '25,00' ? ', with a point for the comma' : ''}`,
      outcome: 'not_processed',
    })
    expect(sent).toEqual([])
  })

  it.each(['0', '25', '25.00', '9007199254740993.00000001'])('is sent as it stands: %s', async (amount) => {
    const { mp, sent } = scripted([answer(201, {})])
    await call(mp, amount)
    expect(sent[0]?.body ?? sent[0]?.url).toMatch(amount)
  })
})

describe('a tolerance', () => {
  const order = (mp: MerchantPay, tolerance: unknown) =>
    mp.orders.create({ ...ORDER, tolerance_percent: tolerance as number }) // as above

  it.each([1, 0.51, Number.NaN, '0.01', null])(
    'a tolerance of %j is refused, with what it should be',
    async (given) => {
      const { mp, sent } = scripted([answer(201, {})])
      const error = await rejection(order(mp, given))
      expect(error).toMatchObject({
        name: 'UsageError',
        code: 'invalid_tolerance',
        message: 'tolerance_percent is a fraction: 0.01 is 1 %',
      })
      expect(sent).toEqual([])
    },
  )

  it.each([undefined, 0, 0.01, 0.5])('a tolerance of %s is sent', async (given) => {
    const { mp, sent } = scripted([answer(201, {})])
    await order(mp, given)
    expect(JSON.parse(sent[0]?.body ?? '').tolerance_percent).toBe(given)
  })
})

it('raw sends amounts as it is given them', async () => {
  const { mp, sent } = scripted([refuse(400, 'invalid amount')])
  const body = { ...ORDER, amount: typed(25), tolerance_percent: 1 }
  expect((await mp.raw.POST('/v1/orders', { body })).error).toEqual({ error: 'invalid amount' })
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ amount: 25, tolerance_percent: 1 })
})
