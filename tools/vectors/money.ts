/**
 * Vectors of the amounts. Units are 1e-8 USDT as decimal text; everything else is text as on the wire.
 * The expected values are computed here with exact integers, digit by digit where that is clearest.
 */
interface Row {
  name: string
  kind: 'parse' | 'refuse' | 'format_onchain' | 'format_app' | 'min_due' | 'fee'
  expected: string
  [input: string]: string | number
}

const unitsPerUsdt = 100_000_000n

/** Wire text to units; the inputs here are known to be well-formed. */
function units(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * unitsPerUsdt + BigInt(fraction.padEnd(8, '0'))
}

/** Units to text with at least `least` decimals and no trailing zeros beyond them. */
function written(amount: bigint, least = 2): string {
  const digits = (amount % unitsPerUsdt).toString().padStart(8, '0')
  return `${amount / unitsPerUsdt}.${digits.replace(/0+$/, '').padEnd(least, '0')}`
}

/** Rounds units to a number of decimals, 6 or 8. */
const step = (decimals: number) => 10n ** BigInt(8 - decimals)
const down = (numerator: bigint, divisor: bigint) => numerator / divisor
const up = (numerator: bigint, divisor: bigint) => (numerator + divisor - 1n) / divisor

const parse = (input: string, decimals: number): Row => ({
  name: `parse ${input} with up to ${decimals} decimals`,
  kind: 'parse',
  input,
  decimals,
  expected: units(input).toString(),
})
const refuse = (name: string, input: string, decimals = 8): Row => ({
  name: `refuse ${name}`,
  kind: 'refuse',
  input,
  decimals,
  expected: 'refused',
})
const formatOnchain = (input: string): Row => ({
  name: `write ${input} units`,
  kind: 'format_onchain',
  input,
  expected: written(BigInt(input)),
})
const formatApp = (input: string, scale: number): Row => ({
  name: `write ${input} units with exactly ${scale} decimals`,
  kind: 'format_app',
  input,
  scale,
  expected: written(BigInt(input), scale),
})

/** order_amount × (1 − tolerance), rounded up to 6 decimals; tolerance has at most 4. */
function minDue(orderAmount: string, tolerance: string): Row {
  const tenThousandths = units(tolerance) / 10_000n
  const due = up(units(orderAmount) * (10_000n - tenThousandths), 10_000n * step(6)) * step(6)
  return {
    name: `the least due of ${orderAmount} with tolerance ${tolerance}`,
    kind: 'min_due',
    order_amount: orderAmount,
    tolerance,
    expected: written(due),
  }
}

/** received × rate, rounded down to the given decimals. */
function fee(received: string, rate: string, decimals: number): Row {
  const exact = units(received) * units(rate)
  return {
    name: `the fee of ${received} at ${rate} in ${decimals} decimals`,
    kind: 'fee',
    received,
    rate,
    decimals,
    expected: written(down(exact, unitsPerUsdt * step(decimals)) * step(decimals)),
  }
}

export function moneyVectors(): Row[] {
  return [
    ...['0', '0.00', '1', '25', '25.0', '25.00', '25.123456', '0.000001', '10.000001'].map((one) =>
      parse(one, 6),
    ),
    ...['100.5', '90071992.547409', '999999999', '999999999.999999'].map((one) => parse(one, 6)),
    ...['0.00000001', '25.12345678', '0.10', '999999999.99999999'].map((one) => parse(one, 8)),
    refuse('seven decimals on-chain', '25.1234567', 6),
    refuse('seven decimals on-chain, the last a zero', '25.1234560', 6),
    refuse('nine decimals', '25.123456789'),
    refuse('a thousand million', '1000000000'),
    refuse('a thousand million with decimals', '1000000000.00'),
    refuse('forty digits', '1'.repeat(40)),
    refuse('an empty text', ''),
    refuse('a space before', ' 25.00'),
    refuse('a space after', '25.00 '),
    refuse('a line feed after', '25.00\n'),
    refuse('a minus sign', '-25.00'),
    refuse('a negative zero', '-0'),
    refuse('a plus sign', '+25.00'),
    refuse('an exponent', '1e3'),
    refuse('an exponent in upper case', '2.5E1'),
    refuse('a leading zero', '025.00'),
    refuse('two zeros', '00'),
    refuse('a point without decimals', '25.'),
    refuse('a point without a whole part', '.5'),
    refuse('a point alone', '.'),
    refuse('two points', '1.2.3'),
    refuse('a decimal comma', '25,00'),
    refuse('separated thousands', '1,000.00'),
    refuse('an underscore', '1_000'),
    refuse('hexadecimal', '0x10'),
    refuse('NaN', 'NaN'),
    refuse('Infinity', 'Infinity'),
    refuse('a currency', '25.00 USDT'),
    refuse('full-width digits', '２５.００'),
    refuse('Arabic digits', '٢٥'),
    refuse('the suffix of a bigint', '25n'),
    ...['0', '1', '10', '100', '1000000', '10000000', '100000000', '2500000000', '2512345600'].map(
      formatOnchain,
    ),
    ...['2512345678', '99999999999999999', '9007199254740993'].map(formatOnchain),
    formatApp('2500000000', 2),
    formatApp('2550000000', 2),
    formatApp('2500000000', 6),
    formatApp('2512345000', 5),
    formatApp('2512345678', 8),
    formatApp('1', 8),
    formatApp('0', 2),
    minDue('25.00', '0'),
    minDue('25.00', '0.01'),
    minDue('25.00', '0.5'),
    minDue('25.00', '0.0001'),
    minDue('10.000001', '0.01'),
    minDue('10.000001', '0.5'),
    minDue('10.000003', '0.3333'),
    minDue('33.333333', '0.005'),
    minDue('0.000001', '0.5'),
    minDue('999999999.999999', '0.0001'),
    fee('25.00', '0.01', 6),
    fee('25.00', '0.008', 6),
    fee('25.00', '0.005', 6),
    fee('25.123456', '0.01', 6),
    fee('25.123456', '0.008', 6),
    fee('10.000001', '0.005', 6),
    fee('0.000099', '0.01', 6),
    fee('0.0001', '0.01', 6),
    fee('25.12345678', '0.01', 8),
    fee('0.00000001', '0.01', 8),
    fee('0.00000199', '0.005', 8),
    fee('25.00', '0', 6),
    fee('999999999.999999', '0.01', 6),
    fee('999999999.99999999', '0.008', 8),
  ]
}
