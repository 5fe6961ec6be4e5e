import { describe, expect, it } from 'vitest'
import { typedAmount } from '../../../src/domain/shared/typed-amount.js'

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
  ])('is read: %s', (typed, amount) => expect(typedAmount(typed)).toBe(amount))

  it.each(['12,480', '1,012,480', '12,480,50', '12,48.50', '1.012.480', ',50', '64,', '64,900', '1e2', '-5'])(
    'stays as it is where it could mean another amount, or none: %s',
    (typed) => {
      expect(typedAmount(typed)).toBe(typed)
    },
  )
})
