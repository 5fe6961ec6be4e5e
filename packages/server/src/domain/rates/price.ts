import * as prices from '@merchantpay/core/price'
import { DomainError } from '../shared/errors.js'
import { type Usdt, usdt } from '../shared/money.js'
import type { Instant } from '../shared/types.js'

declare const unit: unique symbol

/** USDT for one of another currency, in units of 1e-12. */
export type ExchangeRate = bigint & { readonly [unit]: 'ExchangeRate' }

/** A price as a request has it. */
export interface GivenPrice {
  /** A decimal. */
  readonly amount: string
  /** A code of ISO 4217. */
  readonly currency: string
}

export interface Price {
  /** 1e-4 of the currency, above 0. */
  readonly amount: bigint
  readonly currency: string
}

/** A price with the rate by which it became USDT. */
export interface ConvertedPrice extends Price {
  /** With the merchant's surcharge. */
  readonly rate: ExchangeRate
  /** When the source of the rate was asked. */
  readonly rateAt: Instant
  /** The host of the source. */
  readonly rateSource: string
}

/** Brands a count of 1e-12 USDT. */
export const exchangeRate = (units: bigint): ExchangeRate => units as ExchangeRate // the one place where the brand is made

/** Reads a price. @throws invalid_price unless it is above 0 and has at most the decimals of its currency */
export function readPrice({ amount, currency }: GivenPrice): Price {
  const units = prices.parsePrice(amount, currency)
  if (units !== undefined) return { amount: units, currency }
  const decimals = prices.currencyDecimals(currency)
  const detail = `must be above 0, with at most ${decimals} decimals`
  throw new DomainError('invalid_price', { param: 'price.amount', detail })
}

/** Reads a rate: a decimal above 0 and below 1,000,000, with at most 12 decimals; undefined for anything else. */
export function parseExchangeRate(text: string): ExchangeRate | undefined {
  const units = prices.parseExchangeRate(text)
  return units === undefined ? undefined : exchangeRate(units)
}

/** `1.0834`, `150.00`: trailing zeros trimmed, at least two decimals. */
export const formatExchangeRate: (rate: ExchangeRate) => string = prices.formatExchangeRate

/** `49.90`: the decimals of the currency. */
export const formatPrice = ({ amount, currency }: Price): string => prices.formatPrice(amount, currency)

/** Writes a price as requests have it. */
export const givenPrice = (price: Price): GivenPrice => ({
  amount: formatPrice(price),
  currency: price.currency,
})

/** `49.90 EUR` */
export const priceText = (price: Price): string => `${formatPrice(price)} ${price.currency}`

/** `1 EUR = 1.0834 USDT` */
export const rateText = ({ currency, rate }: Pick<ConvertedPrice, 'currency' | 'rate'>): string =>
  `1 ${currency} = ${formatExchangeRate(rate)} USDT`

/** Adds a merchant's surcharge to a rate, rounded up. @param surcharge 1e-6; below zero a discount */
export const withSurcharge = (rate: ExchangeRate, surcharge: bigint): ExchangeRate =>
  exchangeRate(prices.withSurcharge(rate, surcharge))

/** Converts a price, rounded up to 0.01 USDT. */
export const priceInUsdt = ({ amount }: Price, rate: ExchangeRate): Usdt =>
  usdt(prices.priceInUsdt(amount, rate))
