import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MerchantPayError, UsageError } from '../src/errors/base-error.js'
import {
  add,
  compare,
  decimal,
  fee,
  format,
  isWithinTolerance,
  max,
  min,
  minDue,
  sub,
  sum,
  type Usdt,
  usdt,
} from '../src/money.js'
import { requireExactMoney } from './support/money-oracle.js'

type Row = { name: string; expected: string } & (
  | { kind: 'parse' | 'refuse'; input: string; decimals: number }
  | { kind: 'format_onchain'; input: string }
  | { kind: 'format_app'; input: string; scale: number }
  | { kind: 'min_due'; order_amount: string; tolerance: string }
  | { kind: 'fee'; received: string; rate: string; decimals: 6 | 8 }
)

const file = new URL('../../../openapi/vectors/money.json', import.meta.url)
const rows = JSON.parse(readFileSync(file, 'utf8')) as Row[] // made by `npm run vectors`
const units = (text: string) => BigInt(text) as Usdt // the vectors give units as text

function outcomeOf(row: Row): string {
  switch (row.kind) {
    case 'parse':
    case 'refuse':
      return codeOf(() => usdt(row.input, { maxDecimals: row.decimals }).toString())
    case 'format_onchain':
      return format(units(row.input))
    case 'format_app':
      return format(units(row.input), { decimals: row.scale })
    case 'min_due':
      return format(minDue(usdt(row.order_amount), row.tolerance))
    case 'fee':
      return format(fee(usdt(row.received), row.rate, { decimals: row.decimals }))
  }
}

/** Returns the result of a function, or the code of its error. */
function codeOf(make: () => string | bigint): string {
  try {
    return String(make())
  } catch (error) {
    if (error instanceof UsageError) return String(error.code)
    throw error
  }
}

describe('the shared money vectors', () => {
  it('hold rows of six kinds', () => {
    expect(rows.length).toBeGreaterThan(90)
    expect(new Set(rows.map((row) => row.kind)).size).toBe(6)
  })

  it.each(rows)('$name', (row) => {
    expect(outcomeOf(row)).toBe(row.kind === 'refuse' ? 'invalid_amount' : row.expected)
  })
})

it('money is exact in random cases, as an oracle works it out', () => {
  requireExactMoney(20_260_101, 2_000)
})

describe('an amount', () => {
  it('may have as many decimals as its place allows, never more than 8', () => {
    expect(usdt('1.123456', { maxDecimals: 6 })).toBe(112_345_600n)
    expect(usdt('1', { maxDecimals: 0 })).toBe(100_000_000n)
    expect(codeOf(() => usdt('1.0', { maxDecimals: 0 }))).toBe('invalid_amount')
    expect(() => usdt('25,00')).toThrow('with a point for the comma')
    expect(codeOf(() => usdt('1.123456789', { maxDecimals: 9 }))).toBe('invalid_amount')
  })

  it.each([25, 25n, null, undefined, ['25.00'], { toString: () => '25.00' }])(
    'is never made of anything but text: %s',
    (value) => {
      const text = value as unknown as string // what a caller without types may pass
      expect(codeOf(() => usdt(text))).toBe('invalid_amount')
      expect(codeOf(() => decimal(text))).toBe('invalid_amount')
    },
  )

  it('an amount that is refused leaves its text out of the error, which suggests a fix', () => {
    expect(() => usdt('4242424242')).toThrow(
      "an amount must be a decimal string like '25.00' below 1000000000, of at most 8 decimals",
    )
  })

  it('passes for a decimal string as it stands, when it is one', () => {
    expect(decimal('25.10')).toBe('25.10')
    expect(codeOf(() => decimal('1e5'))).toBe('invalid_amount')
  })

  it('passes with the decimals that its order may have', () => {
    expect(codeOf(() => decimal('25.1234567'))).toBe('invalid_amount')
    expect(decimal('25.1234567', { decimals: 8 })).toBe('25.1234567')
  })

  it('an amount that is refused is an error of this package', () => {
    const refused = () => decimal('1e5')
    expect(refused).toThrow(MerchantPayError)
    expect(refused).toThrow(UsageError)
  })

  it('is not written with fewer decimals than it has', () => {
    expect(format(usdt('25.10'), { decimals: 1 })).toBe('25.1')
    expect(codeOf(() => format(usdt('25.12'), { decimals: 1 }))).toBe('inexact_amount')
    expect(format(usdt('25'), { decimals: 0 })).toBe('25')
  })

  it('an amount below zero is written with its sign, and not read back', () => {
    const missing = sub(usdt('24.50'), usdt('25'))
    expect(format(missing)).toBe('-0.50')
    expect(codeOf(() => usdt(format(missing)))).toBe('invalid_amount')
  })
})

describe('amounts', () => {
  const [low, middle, high] = [usdt('9.99'), usdt('10'), usdt('100')]

  it('are ordered by what they are worth, not by their text', () => {
    expect([high, low, middle].sort(compare)).toEqual([low, middle, high])
    expect(compare(middle, usdt('10.00'))).toBe(0)
    expect([min(high, low, middle), max(low, high, middle), min(low)]).toEqual([low, high, low])
  })

  it('add up to nothing where there are none', () => {
    expect(sum([])).toBe(0n)
    expect(sum(new Set([low, middle]))).toBe(add(low, middle))
  })

  it('amounts that are text or numbers are refused, not joined or rounded', () => {
    const [nine, ten, number] = ['9.00', '10.00', 24.75] as unknown as [Usdt, Usdt, Usdt] // untyped callers
    expect(() => add(nine, ten)).toThrow(TypeError)
    expect(() => sub(ten, nine)).toThrow(TypeError)
    expect(() => sum([nine])).toThrow(TypeError)
    expect(() => compare(nine, ten)).toThrow(TypeError)
    expect(() => max(nine, ten)).toThrow(TypeError)
    expect(() => format(number)).toThrow(TypeError)
    expect(() => minDue(number, '0.01')).toThrow(TypeError)
    expect(() => fee(number, '0.01')).toThrow(TypeError)
    expect(() => isWithinTolerance({ received: number, orderAmount: low, tolerance: '0' })).toThrow(TypeError)
  })
})

describe('a fraction', () => {
  it.each(['1', '0.5001', '0.00001', '1 %', '-0.01', '', 0.01 as unknown as string])(
    'a fraction of %s is no tolerance',
    (tolerance) => {
      expect(codeOf(() => minDue(usdt('25'), tolerance))).toBe('invalid_tolerance')
    },
  )

  it.each(['1.000001', '8', '0.0000001', '0,01', 0.01 as unknown as string])(
    'a fraction of %s is no rate',
    (rate) => {
      expect(codeOf(() => fee(usdt('25'), rate))).toBe('invalid_rate')
    },
  )

  it('may be the whole of a rate, and half of an amount as tolerance', () => {
    expect(fee(usdt('25'), '1')).toBe(usdt('25'))
    expect(minDue(usdt('25'), '0.5')).toBe(usdt('12.5'))
  })
})
