import { describe, expect, it } from 'vitest'
import { readRateDocument } from '../../src/domain/rates/rate-document.js'

const NOW = Date.parse('2026-11-29T12:00:00Z')
const MAX_AGE = 900_000
const at = '2026-11-29T11:59:30Z'
const read = (document: unknown) =>
  readRateDocument(typeof document === 'string' ? document : JSON.stringify(document), NOW, MAX_AGE)
const rates = (usdt_per_unit: unknown) => ({ at, usdt_per_unit })

describe('a document of rates', () => {
  it('gives the time and the rates of its source', () => {
    const document = read(rates({ EUR: '1.0834', JPY: '0.0066' }))
    expect(document.at).toBe(NOW - 30_000)
    expect([...document.rates]).toEqual([
      ['EUR', 1_083_400_000_000n],
      ['JPY', 6_600_000_000n],
    ])
  })

  it.each<[what: string, document: unknown, message: string]>([
    ['text', 'rates', 'is not JSON'],
    ['a list', [], 'is not a JSON object'],
    ['null', 'null', 'is not a JSON object'],
    ['another field', { ...rates({ EUR: '1' }), base: 'USDT' }, 'unknown field'],
    ['no time', { usdt_per_unit: { EUR: '1' } }, '`at` is not a time'],
    ['a local time', { ...rates({ EUR: '1' }), at: '2026-11-29T12:00:00+01:00' }, '`at` is not a time'],
    [
      'a time that no clock shows',
      { ...rates({ EUR: '1' }), at: '2026-11-29T99:00:00Z' },
      '`at` is not a time',
    ],
    ['a number as time', { ...rates({ EUR: '1' }), at: NOW }, '`at` is not a time'],
    ['a time in the future', { ...rates({ EUR: '1' }), at: '2026-11-29T12:01:01Z' }, 'in the future'],
    ['an old time', { ...rates({ EUR: '1' }), at: '2026-11-29T11:44:59Z' }, 'too old'],
    ['no rates', rates({}), 'no currency'],
    ['rates that are a list', rates(['1.08']), 'is not a JSON object'],
    ['too many rates', rates(Object.fromEntries(manyCurrencies(301))), 'more than 300'],
    ['a currency in small letters', rates({ eur: '1.08' }), 'three capitals'],
    ['an inherited name', `{"at":"${at}","usdt_per_unit":{"__proto__":"1"}}`, 'three capitals'],
    ['a number', rates({ EUR: 1.0834 }), 'the rate of EUR'],
    ['zero', rates({ EUR: '0' }), 'the rate of EUR'],
    ['a negative rate', rates({ EUR: '-1.08' }), 'the rate of EUR'],
    ['an exponent', rates({ EUR: '1e3' }), 'the rate of EUR'],
    ['a million', rates({ EUR: '1000000' }), 'the rate of EUR'],
    ['thirteen decimals', rates({ EUR: '1.0000000000001' }), 'the rate of EUR'],
    ['one wrong rate among good ones', rates({ EUR: '1.08', GBP: null, USD: '1' }), 'the rate of GBP'],
  ])('with %s is refused', (_what, document, message) => {
    expect(() => read(document)).toThrow(message)
  })
})

function* manyCurrencies(count: number): Generator<[string, string]> {
  for (let at = 0; at < count; at += 1)
    yield [String.fromCharCode(65 + (at % 26), 65 + (Math.floor(at / 26) % 26), 65), '1.00']
}
