/**
 * Money arithmetic. The SDK implements the same rules; `openapi/vectors/money.json` tests both. They are separate because
 * the SDK takes rates as text and throws on invalid input, while the server stores rates as integers and returns undefined.
 */

declare const unit: unique symbol

/** An amount of USDT in units of 1e-8, ≥ 0 unless documented otherwise. Never made from a floating-point number. */
export type Usdt = bigint & { readonly [unit]: 'Usdt' }

/** A rate or tolerance in units of 1e-6; 10_000n is 1 %. */
export type Rate = bigint & { readonly [unit]: 'Rate' }

/** Maximum decimals of an on-chain amount and of an app-only amount. */
export const CHAIN_DECIMALS = 6
export const APP_DECIMALS = 8

const DECIMALS = 8
const RATE_DECIMALS = 6
const WHOLE_RATE = 1_000_000n
/** 1e-6 USDT, the smallest amount that the token can transfer on-chain. */
export const CHAIN_STEP = 100n
const GRAMMAR = /^(0|[1-9][0-9]{0,8})(?:\.([0-9]+))?$/

/** Makes an amount from a number of 1e-8 USDT. */
export const usdt = (units: bigint): Usdt => units as Usdt // the one place where the brand is made
export const ZERO = usdt(0n)
/** Maximum of an amount column: no larger sum is ever posted. */
export const MAX_USDT = usdt(9_000_000_000_000_000_000n)
export const add = (a: Usdt, b: Usdt): Usdt => usdt(a + b)
export const subtract = (a: Usdt, b: Usdt): Usdt => usdt(a - b)

/**
 * Parses an amount from a request: at most `maxDecimals` decimals, below 1,000,000,000 USDT.
 *
 * @returns 1e-8 USDT, or undefined for signs, exponents, spaces, leading zeros and too many decimals
 * @see openapi/DECISIONS.md "Amounts", openapi/vectors/money.json
 */
export function parseUsdt(text: string, maxDecimals: number): Usdt | undefined {
  const scaled = money.parseDecimal(text, maxDecimals, money.USDT_DECIMALS)
  return scaled === undefined ? undefined : usdt(scaled)
}

/** Parses a decimal fraction. @returns units of 1e-6, or undefined for other text and for more than `maxDecimals` decimals */
export function parseRate(text: string, maxDecimals = RATE_DECIMALS): Rate | undefined {
  const scaled = parseScaled(text, maxDecimals, RATE_DECIMALS)
  return scaled === undefined ? undefined : (scaled as Rate) // the one place where this brand is made
}

/** Formats an amount without trailing zeros but with at least two decimals: `25` → `25.00`, `25.1234560` → `25.123456`. */
export function formatUsdt(amount: Usdt): string {
  const { whole, decimals } = money.splitDecimal(amount, money.USDT_DECIMALS)
  return `${whole}.${money.trimZeros(decimals).padEnd(2, '0')}`
}

/** Formats an amount with exactly `scale` decimals. The amount must be a multiple of that step. */
export function formatScaled(amount: Usdt, scale: number): string {
  const { whole, decimals } = money.splitDecimal(amount, money.USDT_DECIMALS)
  return `${whole}.${decimals.slice(0, scale)}`
}

/** Formats a rate without trailing zeros: `10_000n` → `0.01`. */
export function formatRate(rate: Rate): string {
  const { whole, decimals } = money.splitDecimal(rate, money.RATE_DECIMALS)
  const trimmed = money.trimZeros(decimals)
  return trimmed === '' ? whole : `${whole}.${trimmed}`
}

/**
 * Returns the least amount that an on-chain order must receive to count as paid.
 *
 * @param orderAmount 1e-8 USDT
 * @param tolerance accepted shortfall, 0 to 0.5
 * @returns 1e-8 USDT, a multiple of 1e-6 USDT, rounded up so that the shortfall never exceeds the tolerance
 * @see openapi/DECISIONS.md "Amounts"
 */
export const minDue = (orderAmount: Usdt, tolerance: Rate): Usdt => usdt(money.minDue(orderAmount, tolerance))

/** Returns the fee on the total that an on-chain order received, rounded down to 1e-6 USDT. */
export const chainFee = (received: Usdt, rate: Rate): Usdt =>
  usdt(((received * rate) / (WHOLE_RATE * CHAIN_STEP)) * CHAIN_STEP)

/** Returns the fee on an app-only payment, rounded down to 1e-8 USDT. */
export const appFee = (received: Usdt, rate: Rate): Usdt => usdt((received * rate) / WHOLE_RATE)

function parseScaled(text: string, maxDecimals: number, scale: number): bigint | undefined {
  const match = GRAMMAR.exec(text)
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  if (decimals.length > maxDecimals) return undefined
  return BigInt(whole + decimals.padEnd(scale, '0'))
}

function split(value: bigint, scale: number): { whole: string; decimals: string } {
  const digits = value.toString().padStart(scale + 1, '0')
  return { whole: digits.slice(0, -scale), decimals: digits.slice(-scale) }
}

const trimZeros = (decimals: string): string => decimals.replace(/0+$/, '')
