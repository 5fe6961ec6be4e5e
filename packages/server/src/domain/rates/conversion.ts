import type { Context } from '../context.js'
import { DomainError } from '../shared/errors.js'
import type { Usdt } from '../shared/money.js'
import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { type ConvertedPrice, type Price, priceInUsdt, withSurcharge } from './price.js'
import { RATE_MEMORY_MS, type StoredRate } from './stored-rate.js'

type Clocked = Pick<Context, 'clock' | 'policy'>

/** The part of a merchant that its prices depend on. */
export interface PricedMerchant {
  /** 1e-6 of each price; below zero a discount. */
  readonly surcharge: bigint
}

/** An amount that follows from a price. */
export interface Conversion {
  /** A multiple of 0.01 USDT, rounded up. */
  readonly amount: Usdt
  readonly price: ConvertedPrice
}

/** The wait that a refusal asks for: the source of rates is asked once a minute. */
const RETRY_SECONDS = 60
/** Currencies that a refusal names. */
const NAMED = 30

/**
 * Converts a price to USDT by the present rate of its currency and the merchant's surcharge.
 *
 * @throws unsupported_price_currency; rate_unavailable if the rate is too old or waits for a person
 */
export async function convertPrice(
  tx: Tx,
  context: Clocked,
  merchant: PricedMerchant,
  price: Price,
): Promise<Conversion> {
  const stored = await getUsableRate(tx, context, price.currency, 'price.currency')
  const rate = withSurcharge(stored.rate, merchant.surcharge)
  const converted = { ...price, rate, rateAt: stored.rateAt, rateSource: stored.source }
  return { amount: priceInUsdt(price, rate), price: converted }
}

/**
 * Returns the present rate of a currency, without any surcharge.
 *
 * @param param the field that names the currency
 * @throws unsupported_price_currency, rate_unavailable
 */
export async function getUsableRate(
  tx: Tx,
  { clock, policy }: Clocked,
  currency: string,
  param: string,
): Promise<StoredRate> {
  const now = clock.real()
  const stored = await tx.rates.find(currency)
  if (!stored || !isSupported(stored, now)) {
    const supported = (await tx.rates.list()).filter((each) => isSupported(each, now))
    throw new DomainError('unsupported_price_currency', { param, detail: supportedText(supported) })
  }
  if (!isUsable(stored, now, policy.ratesMaxAgeMs))
    throw new DomainError('rate_unavailable', { retryAfterSeconds: RETRY_SECONDS })
  return stored
}

/** Lists the rates by which prices can be converted now, without any surcharge, by code. */
export async function listUsableRates(tx: Tx, { clock, policy }: Clocked): Promise<StoredRate[]> {
  const now = clock.real()
  return (await tx.rates.list()).filter((rate) => isUsable(rate, now, policy.ratesMaxAgeMs))
}

const isUsable = (rate: StoredRate, now: Instant, maxAgeMs: number): boolean =>
  rate.waitingSince === null && isFresh(rate, now, maxAgeMs)

/** Whether the source named the currency in the last seven days. */
export const isSupported = ({ rateAt }: StoredRate, now: Instant): boolean => now - rateAt < RATE_MEMORY_MS

/** Whether a rate is young enough to be used. */
export const isFresh = ({ rateAt }: StoredRate, now: Instant, maxAgeMs: number): boolean =>
  now - rateAt <= maxAgeMs

function supportedText(rates: readonly StoredRate[]): string {
  if (rates.length === 0) return 'this service takes prices in no other currency'
  const named = rates.slice(0, NAMED).map(({ currency }) => currency)
  const rest = rates.length - named.length
  return `allowed: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
