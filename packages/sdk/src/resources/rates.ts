import type { PriceCurrency, Rate } from '../generated/contract.gen.js'
import type { CallPromise } from '../http/call-promise.js'
import type { RequestOptions } from '../http/request-options.js'
import { send } from '../http/send.js'
import type { Settings } from '../options.js'

/** Exchange rates, for prices in other currencies. */
export interface Rates {
  /**
   * Retrieves the rate by which a price in this currency would become USDT now.
   *
   * @throws ApiError `unsupported_price_currency`, `rate_unavailable`
   *
   * @example
   * const { rate } = await mp.rates.get({ currency: 'EUR' })
   */
  get(input: { readonly currency: PriceCurrency }, options?: RequestOptions): CallPromise<Rate>
}

/** Makes the resource. */
export function createRates(settings: Settings): Rates {
  return { get: (query, options) => send(settings, 'getRate', { query }, options) }
}
