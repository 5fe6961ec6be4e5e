import type { ExchangeRate } from '../../../src/domain/rates/price.js'
import { exchangeRate, parseExchangeRate } from '../../../src/domain/rates/price.js'
import { confirmRate } from '../../../src/domain/rates/rate-confirmation.js'
import { recordRates } from '../../../src/domain/rates/rate-recording.js'
import type { Clock, Instant } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import { systemIds } from '../../../src/runtime/ids.js'

const SOURCE = 'rates.example'
const OPERATOR = { actor: 'ada', reason: 'compared with the exchange' }

/** Parses a rate that is one. */
function rateOf(text: string): ExchangeRate {
  return parseExchangeRate(text) ?? exchangeRate(-1n)
}

/** Stores rates as if their source had given them at that time. */
export function storeRates(
  store: Store,
  at: Instant,
  rates: Readonly<Record<string, string>>,
): Promise<void> {
  const read = new Map(Object.entries(rates).map(([currency, text]) => [currency, rateOf(text)]))
  return store.write((tx) => recordRates(tx, { at, rates: read }, SOURCE))
}

/** Stores rates of now, and confirms each as an operator does. */
export async function useRates(
  store: Store,
  clock: Clock,
  rates: Readonly<Record<string, string>>,
): Promise<void> {
  await storeRates(store, clock.real(), rates)
  for (const currency of Object.keys(rates)) await confirm(store, clock, currency)
}

/** Confirms a rate. @param rate the one that the operator saw; left out, the present one */
export async function confirm(store: Store, clock: Clock, currency: string, rate?: string): Promise<void> {
  const confirmation = { currency, rate: rate === undefined ? undefined : rateOf(rate) }
  await store.write((tx) => confirmRate(tx, { clock, ids: systemIds(clock) }, confirmation, OPERATOR))
}
