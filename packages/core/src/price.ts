import { parseDecimal, splitDecimal, trimZeros, WHOLE_RATE } from './money.js'

/** Prices are in units of 1e-4 of their currency, the most decimals that a currency of ISO 4217 has. */
export const PRICE_DECIMALS = 4
/** Prices are below 100,000,000,000,000 of their currency. */
const PRICE_DIGITS = 14
/** Exchange rates are in units of 1e-12 USDT, for one of the other currency. */
export const EXCHANGE_RATE_DECIMALS = 12
/** Exchange rates are below 1,000,000 USDT. */
const EXCHANGE_RATE_DIGITS = 6
/** An amount that follows from a price is a multiple of 0.01 USDT; 1e-8 USDT. */
const CENT = 1_000_000n
/** Units of price × units of rate in one {@link CENT}. */
const PRODUCT_OF_CENT = 10n ** BigInt(PRICE_DECIMALS + EXCHANGE_RATE_DECIMALS - 2)

/** The currencies of ISO 4217 that do not have two decimals. */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...named(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...named(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...named(4, 'CLF UYW'),
])

function named(decimals: number, codes: string): [string, number][] {
  return codes.split(' ').map((code) => [code, decimals])
}

/** Returns the decimals of a currency in ISO 4217. */
export const currencyDecimals = (currency: string): number => DECIMALS.get(currency) ?? 2

/** Reads the amount of a price. @returns 1e-4 of the currency; undefined unless it is above 0 and fits the currency */
export function parsePrice(amount: string, currency: string): bigint | undefined {
  const units = parseDecimal(amount, currencyDecimals(currency), PRICE_DECIMALS, PRICE_DIGITS)
  return units === 0n ? undefined : units
}

/** Formats the amount of a price with exactly the decimals of its currency. @param units 1e-4 of the currency */
export function formatPrice(units: bigint, currency: string): string {
  const { whole, decimals } = splitDecimal(units, PRICE_DECIMALS)
  const shown = decimals.slice(0, currencyDecimals(currency))
  return shown === '' ? whole : `${whole}.${shown}`
}

/** Reads an exchange rate. @returns 1e-12 USDT; undefined unless it is a decimal above 0 and below 1,000,000 */
export function parseExchangeRate(text: string): bigint | undefined {
  const rate = parseDecimal(text, EXCHANGE_RATE_DECIMALS, EXCHANGE_RATE_DECIMALS, EXCHANGE_RATE_DIGITS)
  return rate === 0n ? undefined : rate
}

/** Formats an exchange rate: trailing zeros trimmed, at least two decimals. */
export function formatExchangeRate(rate: bigint): string {
  const { whole, decimals } = splitDecimal(rate, EXCHANGE_RATE_DECIMALS)
  return `${whole}.${trimZeros(decimals).padEnd(2, '0')}`
}

/**
 * Adds a merchant's surcharge to an exchange rate, rounded up.
 *
 * @param surcharge 1e-6 of the rate; below zero a discount
 */
export const withSurcharge = (rate: bigint, surcharge: bigint): bigint =>
  dividedUp(rate * (WHOLE_RATE + surcharge), WHOLE_RATE)

/** Converts a price to USDT, rounded up to 0.01 USDT. @returns 1e-8 USDT */
export const priceInUsdt = (price: bigint, rate: bigint): bigint =>
  dividedUp(price * rate, PRODUCT_OF_CENT) * CENT

const dividedUp = (value: bigint, divisor: bigint): bigint => (value + divisor - 1n) / divisor
