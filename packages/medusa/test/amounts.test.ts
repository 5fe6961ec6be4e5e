import { usdt } from '@merchantpay/sdk/money'
import { describe, expect, it } from 'vitest'
import { decimalText, usdtOf } from '../src/amounts.js'

describe('an amount of Medusa', () => {
  it.each([
    [25, 'USD', '25.00'],
    [25.5, 'USD', '25.50'],
    ['27.0625', 'USD', '27.06'],
    ['27.065', 'USD', '27.07'],
    ['0.995', 'USD', '1.00'],
    [1999.5, 'JPY', '2000'],
    ['1.2345', 'KWD', '1.235'],
    [{ value: '10.25', precision: 20 }, 'EUR', '10.25'],
    [{ raw: { value: '10.25' }, numeric: 10.25 }, 'EUR', '10.25'],
    [{ toFixed: () => '10.25' }, 'EUR', '10.25'],
  ])('%j in %s is %s', (amount, currency, text) => expect(decimalText(amount, currency)).toBe(text))

  it.each([-1, Number.NaN, '', '1e3', '1,5', {}])('%j is refused', (amount) =>
    expect(() => decimalText(amount, 'USD')).toThrow('is not an amount'),
  )
})

describe('a part of a total', () => {
  it('is worth its share of the price, rounded down to what a transfer can have', () => {
    expect(usdtOf('25.00', '25.00', 'USD', '27.085001')).toBe(usdt('27.085001'))
    expect(usdtOf('0.01', '25.00', 'USD', '27.085001')).toBe(usdt('0.010834'))
    expect(usdtOf('0.00', '25.00', 'USD', '27.085001')).toBe(usdt('0'))
  })
})
