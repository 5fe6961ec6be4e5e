import {
  currencyDecimals,
  formatExchangeRate,
  formatPrice,
  parseExchangeRate,
  parsePrice,
  priceInUsdt,
} from '@merchantpay/core/price'
import type { ExchangeRate, Price } from '@merchantpay/sdk'
import { format, type Usdt, usdt } from '@merchantpay/sdk/money'
import type { Handlers } from '../http/handler.js'
import { Refusal } from '../http/refusal.js'
import { isoTime, type World } from '../world.js'
import type { GivenPrice, OrderPrice } from './order.js'

/** The rates of a service that a test gives none. */
export const DEFAULT_RATES = { EUR: '1.0834', GBP: '1.2702', JPY: '0.0066', USD: '1.00' }

type PriceFields = { price: Price; rate: ExchangeRate; rate_at: string }

const ABOVE = usdt('10')

/** Reads rates. @throws RangeError for a currency or a rate that no server takes */
export function readRates(rates: Readonly<Record<string, string>>): ReadonlyMap<string, bigint> {
  return new Map(
    Object.entries(rates).map(([currency, text]) => {
      const rate = parseExchangeRate(text)
      if (rate === undefined || !/^[A-Z]{3}$/.test(currency))
        throw new RangeError(`${currency} ${text} is no rate: give a code of ISO 4217 and a decimal`)
      return [currency, rate]
    }),
  )
}

/** Reads the price of a request. @throws Refusal invalid_price */
export function readPrice({ amount, currency }: Price): GivenPrice {
  const units = parsePrice(amount, currency)
  if (units !== undefined) return { amount: units, currency }
  const detail = `must be above 0, with at most ${currencyDecimals(currency)} decimals`
  throw new Refusal('invalid_price', { param: 'price.amount', detail })
}

/** Converts a price. @throws Refusal unsupported_price_currency, invalid_amount */
export function convertPrice(world: World, price: GivenPrice): { amount: Usdt; price: OrderPrice } {
  const rate = requireRate(world, price.currency, 'price.currency')
  const amount = priceInUsdt(price.amount, rate) as Usdt // units of 1e-8 USDT
  if (amount <= ABOVE)
    throw new Refusal('invalid_amount', {
      param: 'price',
      detail: `must be greater than 10 USDT; the price is ${format(amount)} USDT`,
    })
  return { amount, price: { ...price, rate, rateAt: world.clock.now() } }
}

/** Writes the price of an order as the API does; nothing for an order without one. */
export function priceFieldsOf(price: OrderPrice | undefined): PriceFields | undefined {
  if (price === undefined) return undefined
  const { rate, rateAt } = price
  return { price: presentPrice(price), rate: presentRate(rate), rate_at: isoTime(rateAt) }
}

/** Writes a price as the API does. */
export function presentPrice({ amount, currency }: GivenPrice): Price {
  return { amount: formatPrice(amount, currency) as Price['amount'], currency } // digits and a point
}

const presentRate = (rate: bigint) => formatExchangeRate(rate) as ExchangeRate // digits and a point

/** Makes the handler of the rates. */
export function rateHandlers(world: World): Pick<Handlers, 'getRate'> {
  return {
    getRate({ query: { currency } }) {
      const rate = presentRate(requireRate(world, currency, 'currency'))
      return { status: 200, body: { currency, rate, rate_at: isoTime(world.clock.now()) } }
    },
  }
}

function requireRate({ rates }: World, currency: string, param: string): bigint {
  const rate = rates.get(currency)
  if (rate !== undefined) return rate
  const detail =
    rates.size === 0
      ? 'this service takes prices in no other currency'
      : `allowed: ${[...rates.keys()].sort().join(', ')}`
  throw new Refusal('unsupported_price_currency', { param, detail })
}
