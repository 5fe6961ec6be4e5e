import { describe, expect, it } from 'vitest'
import { CHAIN_DECIMALS, parseUsdt, usdt } from '../../../src/domain/shared/money.js'
import { amountForField, typedAmount } from '../../../src/domain/shared/typed-amount.js'

describe('an amount that a person typed', () => {
  it.each([
    ['64.90', '64.90'],
    [' 64.9 ', '64.9'],
    ['64,90', '64.90'],
    ['64,9', '64.9'],
    ['٦٤٫٩', '64.9'],
    ['۶۴٫۹۰', '64.90'],
    ['12,480.50', '12480.50'],
    ['1,012,480.5', '1012480.5'],
    ['12.480,50', '12480.50'],
    ['1.012.480,5', '1012480.5'],
    ['12.4800', '12.4800'],
    ['0.125', '0.125'],
    ['12,480.500', '12480.500'],
  ])('is read: %s', (typed, amount) => expect(typedAmount(typed)).toBe(amount))

  it.each(['12,480', '1,012,480', '12,480,50', '12,48.50', '1.012.480', ',50', '64,', '64,900', '1e2', '-5'])(
    'stays as it is where it could mean another amount, or none: %s',
    (typed) => {
      expect(typedAmount(typed)).toBe(typed)
    },
  )

  it.each(['12.500', '1.000', '1234.500', '١٢.٥٠٠'])(
    'is no amount where its point could group digits: %s',
    (typed) => {
      expect(parseUsdt(typedAmount(typed), CHAIN_DECIMALS)).toBeUndefined()
    },
  )

  it('has one meaning where a point can only stand before decimals', () => {
    expect(typedAmount('12.345', { isPointDecimal: true })).toBe('12.345')
    expect(typedAmount('12,345', { isPointDecimal: true })).toBe('12,345')
  })

  it.each(['12.50', '12.345', '12.3456', '12345.00', '0.125', '1234567.123'])(
    'is read from a field that a page fills in: %s',
    (text) => {
      const amount = parseUsdt(text, CHAIN_DECIMALS) ?? usdt(-1n)
      expect(parseUsdt(typedAmount(amountForField(amount)), CHAIN_DECIMALS)).toBe(amount)
    },
  )
})
