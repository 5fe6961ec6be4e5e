import fc from 'fast-check'
import { UsageError } from '../../src/errors/base-error.js'
import {
  add,
  compare,
  fee,
  format,
  isWithinTolerance,
  max,
  min,
  minDue,
  sub,
  sum,
  usdt,
} from '../../src/money.js'

/** An amount of the oracle, computed from its digits and not from its text. */
interface Amount {
  text: string
  units: bigint
}

const UNITS_PER_USDT = 10n ** 8n
const CHAIN_STEP = 100n

/** Amounts of every size, whole ones and ones with any number of decimals, trailing zeros included. */
const someAmount: fc.Arbitrary<Amount> = fc
  .record({
    whole: fc.oneof(fc.constantFrom(0, 1, 10, 999_999_999), fc.nat(1_000), fc.nat(999_999_999)),
    decimals: fc.array(fc.oneof(fc.constantFrom(0, 9), fc.nat(9)), { maxLength: 8 }),
  })
  .map(({ whole, decimals }) => {
    let units = BigInt(whole) * UNITS_PER_USDT
    decimals.forEach((digit, place) => {
      units += BigInt(digit) * 10n ** BigInt(7 - place)
    })
    return { text: decimals.length > 0 ? `${whole}.${decimals.join('')}` : `${whole}`, units }
  })

/** A fraction as text, and as a count of its last decimal. */
const someFraction = (most: number, decimals: number) =>
  fc.nat(most).map((count) => {
    const digits = String(count).padStart(decimals + 1, '0')
    return { count: BigInt(count), text: `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` }
  })

/**
 * Compares every function of money with exact arithmetic on whole numbers.
 *
 * @throws Error with the seed and the smallest case found where they differ
 */
export function requireExactMoney(seed: number, cases: number): void {
  const tolerance = someFraction(5_000, 4)
  const rate = someFraction(1_000_000, 6)
  const property = fc.property(someAmount, someAmount, tolerance, rate, (one, other, tolerated, charged) => {
    requireReading(one)
    requireArithmetic(one, other)
    requireDue(one, tolerated)
    requireFee(one, charged)
  })
  fc.assert(property, { seed, numRuns: cases })
}

function requireReading({ text, units }: Amount): void {
  const value = usdt(text)
  require(value === units, `${text} was read as ${value}`)
  const written = format(value)
  require(usdt(written) === units && /^\d+\.\d\d(\d*[1-9])?$/.test(written), `${text} became ${written}`)
  for (let decimals = 0; decimals <= 8; decimals += 1) {
    const isExact = units % 10n ** BigInt(8 - decimals) === 0n
    const shown = attempt(() => format(value, { decimals }))
    const [, digits = ''] = shown?.split('.') ?? []
    const isRight = shown === undefined ? !isExact : digits.length === decimals && usdt(shown) === units
    require(isRight, `${text} in ${decimals} decimals became ${shown}`)
  }
}

function requireArithmetic(one: Amount, other: Amount): void {
  const [a, b] = [usdt(one.text), usdt(other.text)]
  const [least, most] = one.units < other.units ? [one.units, other.units] : [other.units, one.units]
  const where = `of ${one.text} and ${other.text}`
  require(add(a, b) === one.units + other.units, `the sum ${where}`)
  require(sub(a, b) === one.units - other.units, `the difference ${where}`)
  require(sum([a, b, a]) === one.units + other.units + one.units, `the total ${where}`)
  require(min(a, b) === least && max(a, b) === most, `the least and the most ${where}`)
  require(BigInt(compare(a, b)) * (most - least) === one.units - other.units, `the order ${where}`)
  require(format(sub(a, b)).replace('-', '') === format(sub(max(a, b), min(a, b))), `the sign ${where}`)
}

/** The least due is the first multiple of 1e-6 USDT that is not below the exact one. */
function requireDue({ text, units }: Amount, tolerance: { count: bigint; text: string }): void {
  const orderAmount = usdt(text)
  const due = minDue(orderAmount, tolerance.text)
  const exact = units * (10_000n - tolerance.count)
  const isFirst = due * 10_000n >= exact && (due - CHAIN_STEP) * 10_000n < exact
  const where = `${text} with a tolerance of ${tolerance.text}`
  require(due % CHAIN_STEP === 0n && isFirst, `the least due of ${where} is ${due}`)
  const takes = (received: typeof due) =>
    isWithinTolerance({ received, orderAmount, tolerance: tolerance.text })
  require(takes(due) && !takes(sub(due, usdt('0.00000001'))), `what is enough for ${where}`)
}

/** A fee is the last multiple of its step that is not above the exact one. */
function requireFee({ text, units }: Amount, rate: { count: bigint; text: string }): void {
  for (const decimals of [6, 8] as const) {
    const charged = fee(usdt(text), rate.text, { decimals })
    const step = 10n ** BigInt(8 - decimals)
    const exact = units * rate.count
    const isLast = charged * 1_000_000n <= exact && (charged + step) * 1_000_000n > exact
    require(charged % step === 0n && isLast, `the fee on ${text} at ${rate.text} is ${charged}`)
  }
}

function attempt<Value>(make: () => Value): Value | undefined {
  try {
    return make()
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}

function require(condition: boolean, complaint: string): void {
  if (!condition) throw new Error(`wrong: ${complaint}`)
}
