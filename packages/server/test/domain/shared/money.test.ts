import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  appFee,
  chainFee,
  formatRate,
  formatScaled,
  formatUsdt,
  minDue,
  parseRate,
  parseUsdt,
  type Rate,
  subtract,
  usdt,
} from '../../../src/domain/shared/money.js'
import { amount, rate } from '../../support/domain/context.js'
import { readVectors } from '../../support/domain/vectors.js'

type Row = { name: string; expected: string } & (
  | { kind: 'parse' | 'refuse'; input: string; decimals: number }
  | { kind: 'format_onchain'; input: string }
  | { kind: 'format_app'; input: string; scale: number }
  | { kind: 'min_due'; order_amount: string; tolerance: string }
  | { kind: 'fee'; received: string; rate: string; decimals: number }
)

const rows = readVectors<Row>('money.json')
const SEED = 20_260_101
const BELOW_LIMIT = 99_999_999_999_999_999n
const CHAIN_STEP = 100n
const WHOLE = 1_000_000n

/** Any amount on the wire, and often one whose fee needs rounding. */
const anyAmount = fc.oneof(fc.bigInt({ min: 0n, max: BELOW_LIMIT }), fc.bigInt({ min: 0n, max: 1_000_000n }))
const anyRate = fc.bigInt({ min: 0n, max: 500_000n })

describe('the shared money vectors', () => {
  it('hold 91 rows of six kinds', () => {
    expect(rows).toHaveLength(91)
    expect(new Set(rows.map((row) => row.kind)).size).toBe(6)
  })

  for (const row of rows) {
    it(row.name, () => {
      expect(outcomeOf(row)).toBe(row.expected)
    })
  }
})

function outcomeOf(row: Row): string {
  switch (row.kind) {
    case 'parse':
    case 'refuse':
      return parseUsdt(row.input, row.decimals)?.toString() ?? 'refused'
    case 'format_onchain':
      return formatUsdt(usdt(BigInt(row.input)))
    case 'format_app':
      return formatScaled(usdt(BigInt(row.input)), row.scale)
    case 'min_due':
      return formatUsdt(minDue(amount(row.order_amount), rate(row.tolerance)))
    case 'fee':
      return formatUsdt((row.decimals === 6 ? chainFee : appFee)(amount(row.received), rate(row.rate)))
  }
}

describe('an amount on the wire', () => {
  it('comes back from its text as the same units', () => {
    fc.assert(
      fc.property(anyAmount, (units) => parseUsdt(formatUsdt(usdt(units)), 8) === units),
      { seed: SEED, numRuns: 5_000 },
    )
  })

  it('comes back from its text with an exact number of decimals', () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 1, max: 8 }), (units, scale) => {
        const step = 10n ** BigInt(8 - scale)
        const whole = (units / step) * step
        const text = formatScaled(usdt(whole), scale)
        return text.split('.')[1]?.length === scale && parseUsdt(text, scale) === whole
      }),
      { seed: SEED, numRuns: 5_000 },
    )
  })

  it('is written with at least two decimals and no zero beyond them', () => {
    fc.assert(
      fc.property(anyAmount, (units) => {
        expect(formatUsdt(usdt(units))).toMatch(/^(0|[1-9][0-9]*)\.[0-9]{2}([0-9]*[1-9])?$/)
      }),
      { seed: SEED, numRuns: 5_000 },
    )
  })

  it('keeps a number that floating point cannot hold', () => {
    expect(formatUsdt(amount('90071992.54740993'))).toBe('90071992.54740993')
  })

  it('may be the largest one below a thousand million', () => {
    expect(parseUsdt('999999999.99999999', 8)).toBe(BELOW_LIMIT)
  })

  it('may use every decimal that its place allows and not one more', () => {
    expect(parseUsdt('1.123456', 6)).toBe(112_345_600n)
    expect(parseUsdt('1.1234567', 6)).toBeUndefined()
    expect(parseUsdt('1.12345678', 8)).toBe(112_345_678n)
    expect(parseUsdt('1.123456789', 8)).toBeUndefined()
    expect(parseUsdt('1', 0)).toBe(100_000_000n)
    expect(parseUsdt('1.0', 0)).toBeUndefined()
  })

  const refused: Record<string, string> = {
    'a plus sign': '+1',
    'a minus sign': '-1',
    'a typographic minus sign': '−1',
    'a minus sign inside': '1.-5',
    'an exponent': '1e2',
    'an exponent in capitals': '1E2',
    'an exponent after decimals': '1.5e0',
    'a space before': ' 1',
    'a space after': '1 ',
    'a space inside': '1 0',
    'a no-break space': '1\u00a0',
    'a tab': '\t1',
    'a line feed after': '1\n',
    'a carriage return after': '1\r',
    'a line separator after': '1\u2028',
    'a byte order mark': '\ufeff1',
    'a leading zero': '01',
    'a leading zero before decimals': '00.5',
    'nothing before the point': '.5',
    'nothing after the point': '5.',
    'a point alone': '.',
    'two points': '1.2.3',
    'a decimal comma': '1,5',
    'a NUL after': '1\u0000',
    'a NUL before': '\u00001',
    'a NUL inside': '1\u00000',
    'Arabic digits': '١٢',
    'full-width digits': '１２',
    'mathematical digits': '𝟏𝟐',
    'a superscript': '1²',
    'a Roman number': 'Ⅻ',
    'a zero-width space': '1\u200b',
    'exactly a thousand million': '1000000000',
    'ten digits before the point': '1234567890.00',
    hexadecimal: '0xff',
    octal: '0o17',
    binary: '0b1',
    'a bigint literal': '1n',
    infinity: 'Infinity',
    'not a number': 'NaN',
    'a separator of thousands': '1_000',
    nothing: '',
    'a word': 'ten',
    'a sign alone': '-',
  }
  for (const [what, text] of Object.entries(refused)) {
    it(`is refused with ${what}`, () => {
      expect(parseUsdt(text, 8)).toBeUndefined()
    })
  }
})

describe('a rate', () => {
  it('comes back from its text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: WHOLE }), (units) => {
        return parseRate(formatRate(units as Rate)) === units // every whole number of 1e-6 is a rate
      }),
      { seed: SEED, numRuns: 2_000 },
    )
  })

  it('is written without trailing zeros', () => {
    expect(['0.01', '0.008', '0.5', '0', '1'].map((text) => formatRate(rate(text)))).toEqual([
      '0.01',
      '0.008',
      '0.5',
      '0',
      '1',
    ])
  })

  it('is refused beyond the decimals that its place allows', () => {
    expect(parseRate('0.0001', 4)).toBe(100n)
    expect(parseRate('0.00001', 4)).toBeUndefined()
    expect(parseRate('0.0000001')).toBeUndefined()
  })

  it('is refused in the forms that an amount is refused in', () => {
    for (const text of ['-0.01', '+0.01', '1e-2', ' 0.01', '.01', '0.', '00.1', '0,01', '0.01\n', '']) {
      expect(parseRate(text), JSON.stringify(text)).toBeUndefined()
    }
  })
})

describe('a fee', () => {
  it('a fee and what is credited are exactly what an on-chain order received', () => {
    fc.assert(
      fc.property(anyAmount, anyRate, (units, perMillion) => {
        const received = usdt(units)
        const fee = chainFee(received, perMillion as Rate) // within the bounds of a rate
        const credited = subtract(received, fee)
        const exact = units * perMillion // the fee in 1e-14 USDT
        return (
          fee + credited === received &&
          credited >= 0n &&
          fee % CHAIN_STEP === 0n &&
          fee * WHOLE <= exact &&
          exact < (fee + CHAIN_STEP) * WHOLE
        )
      }),
      { seed: SEED, numRuns: 20_000 },
    )
  })

  it('a fee and what is credited are exactly what an app-only order received', () => {
    fc.assert(
      fc.property(anyAmount, anyRate, (units, perMillion) => {
        const received = usdt(units)
        const fee = appFee(received, perMillion as Rate) // within the bounds of a rate
        const credited = subtract(received, fee)
        const exact = units * perMillion
        return (
          fee + credited === received && credited >= 0n && fee * WHOLE <= exact && exact < (fee + 1n) * WHOLE
        )
      }),
      { seed: SEED, numRuns: 20_000 },
    )
  })

  it('a fee of 25.00 at 1 % is 0.25', () => {
    expect(formatUsdt(chainFee(amount('25.00'), rate('0.01')))).toBe('0.25')
  })

  it('rounds down on-chain to the step of the token', () => {
    expect(formatUsdt(chainFee(amount('10.000199'), rate('0.01')))).toBe('0.100001')
  })

  it('rounds down in the app to the eighth decimal', () => {
    expect(formatUsdt(appFee(amount('0.00000199'), rate('0.01')))).toBe('0.00000001')
  })

  it('a fee at a rate of zero is nothing', () => {
    expect(chainFee(amount('25.00'), rate('0'))).toBe(0n)
    expect(appFee(amount('25.00'), rate('0'))).toBe(0n)
  })
})

describe('the least due', () => {
  it('the least due of 25.00 with 1 % tolerance is 24.75', () => {
    expect(formatUsdt(minDue(amount('25.00'), rate('0.01')))).toBe('24.75')
  })

  it('never forgives more than was agreed and asks less than one step too much', () => {
    fc.assert(
      fc.property(anyAmount, anyRate, (units, tolerance) => {
        const due = minDue(usdt(units), tolerance as Rate) // within the bounds of a rate
        const exact = units * (WHOLE - tolerance)
        return due % CHAIN_STEP === 0n && due * WHOLE >= exact && (due - CHAIN_STEP) * WHOLE < exact
      }),
      { seed: SEED, numRuns: 20_000 },
    )
  })

  it('the least due without tolerance is the whole amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: BELOW_LIMIT / CHAIN_STEP }), (steps) => {
        return minDue(usdt(steps * CHAIN_STEP), rate('0')) === steps * CHAIN_STEP
      }),
      { seed: SEED, numRuns: 2_000 },
    )
  })

  it('is above nothing for the smallest order with the largest tolerance', () => {
    expect(formatUsdt(minDue(amount('10.000001'), rate('0.5')))).toBe('5.000001')
  })
})
