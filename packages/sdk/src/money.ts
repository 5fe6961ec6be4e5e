import {
  CHAIN_STEP,
  feeOf,
  parseDecimal,
  RATE_DECIMALS,
  splitDecimal,
  trimZeros,
  USDT_DECIMALS,
  minDue as unitsDue,
  WHOLE_RATE,
} from '@merchantpay/core/money'
import { UsageError } from './errors/base-error.js'
import { commaHint } from './util/checks.js'
import type { DecimalString } from './util/types.js'

declare const unit: unique symbol

/**
 * An amount of USDT: a bigint in units of 1e-8 USDT, so that `100_000_000n` is one. {@link usdt} makes it from
 * text and {@link format} writes it; it has no place in JSON. A difference may be negative.
 */
export type Usdt = bigint & { readonly [unit]: 'Usdt' }

/** How many decimals a text may have. */
export interface ReadOptions {
  /** 0 to 8; on-chain amounts have at most 6. Default: 8. */
  readonly maxDecimals?: number | undefined
}

/** How many decimals a text gets. */
export interface FormatOptions {
  /** The exact number of decimals. Default: as many as the amount has, at least 2. */
  readonly decimals?: number | undefined
}

/** The decimals of an order's amounts: those that its text may have, or that its fee is rounded to. */
export interface OrderDecimals {
  /** 6 for an on-chain order, a withdrawal or a refund, 8 for an order of the client app. Default: 6. */
  readonly decimals?: 6 | 8 | undefined
}

/** The amounts that {@link isWithinTolerance} compares. */
export interface Receipt {
  readonly received: Usdt
  readonly orderAmount: Usdt
  /** The order's `tolerance_percent`: a fraction as text, `'0.01'` is 1 %. */
  readonly tolerance: string
}

/**
 * Reads an amount as the API writes it: digits, at most 8 decimals, below 1,000,000,000 USDT.
 *
 * @param text decimal USDT, for example `'25.00'`
 * @returns units of 1e-8 USDT
 * @throws UsageError `invalid_amount` for anything else: a number, a sign, an exponent, a space, a
 * leading zero, too many decimals
 * @see the contract's decisions, "Amounts"
 *
 * @example
 * const total = sum([usdt('25.00'), usdt('0.000001')])
 * format(total) // '25.000001'
 */
export function usdt(text: string, { maxDecimals = USDT_DECIMALS }: ReadOptions = {}): Usdt {
  const hint = `an amount must be a decimal string like '25.00' below 1000000000, of at most ${maxDecimals} decimals${commaHint(text)}`
  return brand(read(text, maxDecimals, USDT_DECIMALS) ?? refuse('invalid_amount', hint))
}

/**
 * Checks that a text is an amount that an order may have, and gives it the type that requests ask for.
 *
 * @returns the same text
 * @throws UsageError `invalid_amount`, as {@link usdt} does with these decimals
 *
 * @example
 * await mp.orders.create({ amount: decimal(form.amount), currency: 'USDT', network: 'TRC20' })
 */
export function decimal(text: string, { decimals = 6 }: OrderDecimals = {}): DecimalString {
  usdt(text, { maxDecimals: decimals })
  return text as DecimalString // read without a refusal, so it is one
}

/**
 * Writes an amount as the API does.
 *
 * @returns decimal USDT: `25.00`, `25.123456`, and `-0.50` for a negative difference
 * @throws UsageError `inexact_amount` when `decimals` would cut digits off
 */
export function format(value: Usdt, { decimals }: FormatOptions = {}): DecimalString {
  const isNegative = known(value) < 0n
  const { whole, decimals: digits } = splitDecimal(isNegative ? -value : value, USDT_DECIMALS)
  const fraction = trimZeros(digits)
  if (decimals !== undefined && !(fraction.length <= decimals)) {
    refuse('inexact_amount', `decimals must be at least ${fraction.length} for this amount`)
  }
  const written = fraction.padEnd(decimals ?? 2, '0')
  const text = `${isNegative ? '-' : ''}${whole}${written && '.'}${written}`
  return text as DecimalString // nothing but digits, at most one point and a sign
}

/** Adds two amounts, exactly. */
export function add(a: Usdt, b: Usdt): Usdt {
  return brand(known(a) + known(b))
}

/** Takes the second amount from the first, exactly; the result may be negative. */
export function sub(a: Usdt, b: Usdt): Usdt {
  return brand(known(a) - b)
}

/** Adds amounts, exactly; the sum of none is 0. */
export function sum(values: Iterable<Usdt>): Usdt {
  let total = brand(0n)
  for (const value of values) total = add(total, value)
  return total
}

/** Orders two amounts, for `sort` too: −1 when the first is less, 0 when they are equal, 1 when it is more. */
export function compare(a: Usdt, b: Usdt): -1 | 0 | 1 {
  const difference = sub(a, b)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

/** Finds the least of one or more amounts. */
export function min(first: Usdt, ...others: Usdt[]): Usdt {
  return others.reduce((least, value) => (compare(value, least) < 0 ? value : least), first)
}

/** Finds the greatest of one or more amounts. */
export function max(first: Usdt, ...others: Usdt[]): Usdt {
  return others.reduce((most, value) => (compare(value, most) > 0 ? value : most), first)
}

/**
 * The least that an on-chain order must receive to count as paid: its amount less the tolerance, rounded up to
 * 1e-6 USDT, so that rounding never widens the tolerance.
 *
 * @param tolerance the order's `tolerance_percent`: a fraction as text, `'0.01'` is 1 %
 * @throws UsageError `invalid_tolerance` unless it is 0 to 0.5 with at most 4 decimals
 * @see the contract's decisions, "Amounts"
 */
export function minDue(orderAmount: Usdt, tolerance: string): Usdt {
  const rate = read(tolerance, 4, RATE_DECIMALS)
  if (rate === undefined || rate * 2n > WHOLE_RATE) {
    refuse('invalid_tolerance', "a tolerance must be a fraction as text, '0' to '0.5': '0.01' is 1 %")
  }
  return brand(unitsDue(orderAmount, rate))
}

/**
 * Whether an on-chain order has received enough to count as paid.
 *
 * @throws UsageError `invalid_tolerance`, as {@link minDue} does
 */
export function isWithinTolerance({ received, orderAmount, tolerance }: Receipt): boolean {
  return compare(received, minDue(orderAmount, tolerance)) >= 0
}

/**
 * Computes the fee on a payment, rounded down. The credited amount is the payment less the fee, exactly.
 *
 * @param rate the merchant's `fee_rate`: a fraction as text, `'0.008'` is 0.8 %
 * @throws UsageError `invalid_rate` unless it is 0 to 1 with at most 6 decimals
 * @see the contract's decisions, "Amounts"
 *
 * @example
 * const received = usdt('25.123456')
 * const credited = sub(received, fee(received, '0.01'))
 */
export function fee(received: Usdt, rate: string, { decimals = 6 }: OrderDecimals = {}): Usdt {
  const scaled = read(rate, RATE_DECIMALS, RATE_DECIMALS)
  if (scaled === undefined || scaled > WHOLE_RATE) {
    refuse('invalid_rate', "a rate must be a fraction as text, '0' to '1': '0.01' is 1 %")
  }
  return brand(feeOf(received, scaled, decimals === 6 ? CHAIN_STEP : 1n))
}

/** Reads digits as a count of the `scale`-th decimal; undefined for anything else, a number included. */
function read(text: string, maxDecimals: number, scale: number): bigint | undefined {
  return typeof text === 'string' ? parseDecimal(text, maxDecimals, scale) : undefined
}

function brand(units: bigint): Usdt {
  return units as Usdt // the only place that makes the brand
}

/** Refuses texts, which plain JavaScript would join, or subtract as floating-point numbers. */
function known(value: Usdt): Usdt {
  if (typeof value === 'bigint') return value
  throw new TypeError('an amount must be made by usdt()')
}

/** @throws UsageError always, with the code that the client uses for the same mistake, where it has one */
function refuse(code: string, message: string): never {
  throw new UsageError(code, message)
}
