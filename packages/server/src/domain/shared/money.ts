/** The amounts of the ledger. Rates are integers, and parsing returns undefined for a text that is not an amount. */

import * as money from '@merchantpay/core/money'

declare const unit: unique symbol

/** An amount of USDT in units of 1e-8, ≥ 0 unless said otherwise. No floating-point number ever becomes one. */
export type Usdt = bigint & { readonly [unit]: 'Usdt' }

/** A rate or tolerance in units of 1e-6; 10_000n is 1 %. */
export type Rate = bigint & { readonly [unit]: 'Rate' }

/** Decimals that an on-chain amount, and an app-only one, may have at most. */
export const CHAIN_DECIMALS = 6
export const APP_DECIMALS = 8

/** 1e-6 USDT, the smallest amount the token can move on-chain. */
export const CHAIN_STEP = money.CHAIN_STEP

/** Brands a count of 1e-8 USDT. */
export const usdt = (units: bigint): Usdt => units as Usdt // the one place where the brand is made
export const ZERO = usdt(0n)
/** The largest amount of a row; a larger sum is never recorded. */
export const MAX_USDT = usdt(9_000_000_000_000_000_000n)
export const add = (a: Usdt, b: Usdt): Usdt => usdt(a + b)
export const subtract = (a: Usdt, b: Usdt): Usdt => usdt(a - b)

/**
 * Reads a wire amount: digits, at most `maxDecimals` of them after the point, below 1,000,000,000 USDT.
 *
 * @returns 1e-8 USDT, or undefined for signs, exponents, spaces, leading zeros and too many decimals
 * @see openapi/DECISIONS.md "Amounts", openapi/vectors/money.json
 */
export function parseUsdt(text: string, maxDecimals: number): Usdt | undefined {
  const scaled = money.parseDecimal(text, maxDecimals, money.USDT_DECIMALS)
  return scaled === undefined ? undefined : usdt(scaled)
}

/** Reads a decimal fraction of at most `maxDecimals` decimals, or undefined. @returns units of 1e-6 */
export function parseRate(text: string, maxDecimals = money.RATE_DECIMALS): Rate | undefined {
  const scaled = money.parseDecimal(text, maxDecimals, money.RATE_DECIMALS)
  return scaled === undefined ? undefined : (scaled as Rate) // the one place where this brand is made
}

/** `25` → `25.00`, `25.1234560` → `25.123456`: trailing zeros trimmed, at least two decimals. */
export function formatUsdt(amount: Usdt): string {
  const { whole, decimals } = money.splitDecimal(amount, money.USDT_DECIMALS)
  return `${whole}.${money.trimZeros(decimals).padEnd(2, '0')}`
}

/** Like {@link formatUsdt}, for a sum that may be negative. */
export const formatSigned = (sum: bigint): string =>
  sum < 0n ? `-${formatUsdt(usdt(-sum))}` : formatUsdt(usdt(sum))

/** With exactly `scale` decimals; the amount must be a multiple of that step. */
export function formatScaled(amount: Usdt, scale: number): string {
  const { whole, decimals } = money.splitDecimal(amount, money.USDT_DECIMALS)
  return `${whole}.${decimals.slice(0, scale)}`
}

/** `10_000n` → `0.01`; no trailing zeros. */
export function formatRate(rate: Rate): string {
  const { whole, decimals } = money.splitDecimal(rate, money.RATE_DECIMALS)
  const trimmed = money.trimZeros(decimals)
  return trimmed === '' ? whole : `${whole}.${trimmed}`
}

/**
 * The least an on-chain order must receive to count as paid.
 *
 * @param orderAmount 1e-8 USDT
 * @param tolerance accepted shortfall, 0 to 0.5
 * @returns 1e-8 USDT, a multiple of 1e-6 USDT, rounded up, so that rounding never widens the tolerance
 * @see openapi/DECISIONS.md "Amounts"
 */
export const minDue = (orderAmount: Usdt, tolerance: Rate): Usdt => usdt(money.minDue(orderAmount, tolerance))

/** The fee on everything an on-chain order received: rounded down to 1e-6 USDT. */
export const chainFee = (received: Usdt, rate: Rate): Usdt => usdt(money.feeOf(received, rate, CHAIN_STEP))

/** The fee on an app-only payment: rounded down to 1e-8 USDT. */
export const appFee = (received: Usdt, rate: Rate): Usdt => usdt(money.feeOf(received, rate, 1n))
