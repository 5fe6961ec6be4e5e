import { usdt } from '@merchantpay/sdk/money'
import { describe, expect, it } from 'vitest'
import { decimalText, partOf, usdtOf } from '../src/amounts.js'

const price = { total: 2500, usdt: usdt('27.085001') }

describe('an amount in the smallest units of a currency', () => {
  it.each([
    [2500, 2, '25'],
    [2550, 2, '25.5'],
    [5, 2, '0.05'],
    [0, 2, '0'],
    [250, 0, '250'],
    [1234567, 3, '1234.567'],
  ])('%i with %i decimals is %s', (amount, decimals, text) =>
    expect(decimalText(amount, decimals)).toBe(text),
  )

  it('is worth its share of the price, rounded down to what a transfer can have', () => {
    expect(usdtOf(2500, price)).toBe(usdt('27.085001'))
    expect(usdtOf(1, price)).toBe(usdt('0.010834'))
    expect(usdtOf(0, price)).toBe(usdt('0'))
  })
})

describe('an amount of USDT', () => {
  it('stands for its share of the price, rounded down', () => {
    expect(partOf(usdt('27.085001'), price)).toBe(2500)
    expect(partOf(usdt('10'), price)).toBe(923)
    expect(partOf(usdt('0.01'), price)).toBe(0)
  })

  it('is never more than what its part is worth', () => {
    for (let part = 0; part <= 2500; part += 1)
      expect(partOf(usdtOf(part, price), price)).toBeLessThanOrEqual(part)
  })
})
