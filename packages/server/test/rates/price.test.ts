import { describe, expect, it } from 'vitest'
import {
  formatExchangeRate,
  formatPrice,
  parseExchangeRate,
  priceInUsdt,
  readPrice,
  withSurcharge,
} from '../../src/domain/rates/price.js'
import { formatUsdt } from '../../src/domain/shared/money.js'
import { Dice } from '../support/ledger/dice.js'
import { exactPrice } from '../support/rates/exact-price.js'

const PRICES = 100_000
const DECIMALS = { EUR: 2, JPY: 0, KWD: 3, CLF: 4 } as const

/** Parses a rate that is one. */
function rateOf(text: string) {
  const rate = parseExchangeRate(text)
  if (rate === undefined) throw new Error(`not a rate: ${text}`)
  return rate
}

describe('a price', () => {
  it('becomes the amount of an independent computation, for random prices, rates and surcharges', () => {
    const random = new Dice(20_261_129)
    const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join('')
    const number = (wholeDigits: number, decimals: number) => {
      const whole = BigInt(`0${digits(random.below(wholeDigits + 1))}`)
      return decimals === 0 ? `${whole}` : `${whole}.${digits(decimals)}`
    }
    const currencies = Object.keys(DECIMALS) as (keyof typeof DECIMALS)[]
    let compared = 0
    while (compared < PRICES) {
      const currency = random.pick(currencies)
      const [given, ratio] = [number(14, DECIMALS[currency]), number(6, 1 + random.below(12))]
      if (!/[1-9]/.test(given) || !/[1-9]/.test(ratio)) continue
      const surcharge = BigInt(random.below(400_001) - 200_000)
      const price = readPrice({ amount: given, currency })
      const rate = withSurcharge(rateOf(ratio), surcharge)
      const exact = exactPrice(given, ratio, surcharge)
      if (formatUsdt(priceInUsdt(price, rate)) !== exact.usdt)
        expect([given, ratio, surcharge, formatUsdt(priceInUsdt(price, rate))]).toEqual([
          given,
          ratio,
          surcharge,
          exact.usdt,
        ])
      if (`${rate}` !== exact.rate.replace(/^[0.]+|\./g, ''))
        expect([ratio, surcharge, rate]).toBe(exact.rate)
      compared += 1
    }
    expect(compared).toBe(PRICES)
  })

  it.each([
    ['49.90', '1.0834', '54.07'],
    ['49.90', '1.00', '49.90'],
    ['0.01', '0.000000000001', '0.01'],
    ['100.00', '1.000000000001', '100.01'],
  ])('of %s at %s is %s USDT: the cent is rounded up', (amount, rate, usdt) => {
    expect(formatUsdt(priceInUsdt(readPrice({ amount, currency: 'EUR' }), rateOf(rate)))).toBe(usdt)
  })

  it.each([
    ['5000', 'JPY', '5000'],
    ['49.9', 'EUR', '49.90'],
    ['1.5', 'KWD', '1.500'],
    ['2', 'CLF', '2.0000'],
    ['99999999999999.99', 'USD', '99999999999999.99'],
  ])('of %s %s is written as %s', (amount, currency, written) => {
    expect(formatPrice(readPrice({ amount, currency }))).toBe(written)
  })

  it.each([
    ['0', 'EUR'],
    ['0.00', 'EUR'],
    ['49.901', 'EUR'],
    ['5000.5', 'JPY'],
    ['1.23456', 'CLF'],
    ['100000000000000', 'EUR'],
    ['-1', 'EUR'],
    ['1e3', 'EUR'],
    ['049', 'EUR'],
    ['', 'EUR'],
  ])('of %s %s is refused', (amount, currency) => {
    expect(() => readPrice({ amount, currency })).toThrow('invalid_price')
  })
})

describe('a rate', () => {
  it.each(['1.0834', '0.000000000001', '999999.999999999999', '150.00'])(
    'of %s is read and written',
    (text) => {
      expect(formatExchangeRate(rateOf(text))).toBe(text)
    },
  )

  it.each(['0', '0.0', '1000000', '1.0000000000001', '-1', '1e-5', 'NaN', '', ' 1', '1,08', '01'])(
    'of %s is refused',
    (text) => {
      expect(parseExchangeRate(text)).toBeUndefined()
    },
  )
})
