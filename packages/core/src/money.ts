/** Units of 1e-8 USDT make one USDT. */
export const USDT_DECIMALS = 8
/** Rates and tolerances are in units of 1e-6; 10_000n is 1 %. */
export const RATE_DECIMALS = 6
export const WHOLE_RATE = 1_000_000n
/** 1e-6 USDT, the smallest amount the token can move on-chain. */
export const CHAIN_STEP = 100n

const GRAMMAR = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/
/** Amounts of USDT are below 1,000,000,000. */
const WHOLE_DIGITS = 9

/**
 * Reads a decimal of the API: digits, at most `maxDecimals` of them after the point, below 1,000,000,000.
 *
 * @param scale decimals of the unit, at least `maxDecimals`
 * @param wholeDigits the most digits before the point
 * @returns undefined for signs, exponents, spaces, leading zeros and too many decimals
 * @see openapi/DECISIONS.md "Amounts", openapi/vectors/money.json
 */
export function parseDecimal(
  text: string,
  maxDecimals: number,
  scale: number,
  wholeDigits = WHOLE_DIGITS,
): bigint | undefined {
  const match = GRAMMAR.exec(text)
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  if (whole.length > wholeDigits || decimals.length > maxDecimals || decimals.length > scale) return undefined
  return BigInt(whole + decimals.padEnd(scale, '0'))
}

/** Splits a count of the `scale`-th decimal at the point; the decimals keep their trailing zeros. */
export function splitDecimal(units: bigint, scale: number): { whole: string; decimals: string } {
  const digits = units.toString().padStart(scale + 1, '0')
  return { whole: digits.slice(0, -scale), decimals: digits.slice(-scale) }
}

export const trimZeros = (decimals: string): string => decimals.replace(/0+$/, '')

/**
 * Computes the least an on-chain order must receive to count as paid.
 *
 * @param amount 1e-8 USDT
 * @param tolerance accepted shortfall, 1e-6
 * @returns 1e-8 USDT, a multiple of 1e-6 USDT, rounded up: rounding never forgives more than was agreed
 * @see openapi/DECISIONS.md "Amounts"
 */
export function minDue(amount: bigint, tolerance: bigint): bigint {
  const divisor = WHOLE_RATE * CHAIN_STEP
  const exact = amount * (WHOLE_RATE - tolerance)
  return ((exact + divisor - 1n) / divisor) * CHAIN_STEP
}

/** Computes the fee on a payment, rounded down to a multiple of `step`; both in 1e-8 USDT. */
export const feeOf = (received: bigint, rate: bigint, step: bigint): bigint =>
  ((received * rate) / (WHOLE_RATE * step)) * step

/** The share of an amount that a part of its price stands for, rounded down to 1e-6 USDT; in 1e-8 USDT. */
export const shareOf = (amount: bigint, part: bigint, price: bigint): bigint =>
  ((part * amount) / (price * CHAIN_STEP)) * CHAIN_STEP
