import type { Context } from '../context.js'
import { type Conversion, convertPrice, type PricedMerchant } from '../rates/conversion.js'
import { type ConvertedPrice, type GivenPrice, type Price, priceText, readPrice } from '../rates/price.js'
import { DomainError } from '../shared/errors.js'
import type { CallInput } from '../shared/idempotency.js'
import { CHAIN_DECIMALS, formatUsdt, parseUsdt, type Usdt } from '../shared/money.js'
import { ORDER_AMOUNT_ABOVE } from '../shared/policy.js'
import type { Tx } from '../store/unit-of-work.js'

/** The total of an on-chain order as a request has it: exactly one of both. */
export interface GivenTotal {
  /** USDT. */
  readonly amount?: string | undefined
  readonly price?: GivenPrice | undefined
}

/** A total that was read and not converted. */
export type Total = { readonly amount: Usdt } | { readonly price: Price }

/** Amounts are below this: 1,000,000,000 USDT. */
const AMOUNT_BELOW = 10n ** 17n
const ONE_USDT = 100_000_000n
const MINIMUM = `must be greater than ${ORDER_AMOUNT_ABOVE / ONE_USDT} USDT`

/** Reads the total of a request. @throws invalid_amount, also for both or none; invalid_price */
export function readTotal({ amount, price }: GivenTotal): Total {
  if ((amount === undefined) === (price === undefined))
    throw new DomainError('invalid_amount', { param: 'amount', detail: 'either amount or price is required' })
  if (price !== undefined) return { price: readPrice(price) }
  return { amount: requireOrderAmount(amount ?? '', 'amount') }
}

/** Reads the amount of an on-chain order. @throws invalid_amount */
export function requireOrderAmount(text: string, param: string): Usdt {
  const amount = parseUsdt(text, CHAIN_DECIMALS)
  if (amount !== undefined && amount > ORDER_AMOUNT_ABOVE) return amount
  throw new DomainError('invalid_amount', { param, detail: MINIMUM })
}

/**
 * Returns the amount of an order; a price is converted by the present rate.
 *
 * @throws unsupported_price_currency, rate_unavailable; invalid_amount if a price converts to 10 USDT or less, or to
 * 1,000,000,000 USDT or more
 */
export async function amountOfTotal(
  tx: Tx,
  context: Pick<Context, 'clock' | 'policy'>,
  merchant: PricedMerchant,
  total: Total,
): Promise<Conversion | { readonly amount: Usdt; readonly price: null }> {
  return 'amount' in total
    ? { amount: total.amount, price: null }
    : convertOrderPrice(tx, context, merchant, total.price)
}

/** Converts the price of an order. @throws as {@link amountOfTotal} */
export async function convertOrderPrice(
  tx: Tx,
  context: Pick<Context, 'clock' | 'policy'>,
  merchant: PricedMerchant,
  price: Price,
): Promise<Conversion> {
  const converted = await convertPrice(tx, context, merchant, price)
  const { amount } = converted
  const isPayable = amount > ORDER_AMOUNT_ABOVE && amount < AMOUNT_BELOW
  if (isPayable) return converted
  const rule = amount > ORDER_AMOUNT_ABOVE ? 'must be below 1000000000 USDT' : MINIMUM
  const detail = `${rule}; the price is ${formatUsdt(amount)} USDT`
  throw new DomainError('invalid_amount', { param: 'price', detail })
}

/** The total among the parameters that a repeated call must not change: a price as it was given. */
export const inputOfTotal = (total: {
  readonly amount?: Usdt
  readonly price?: Price | ConvertedPrice | null
}): CallInput[number] => (total.price ? ['price', priceText(total.price)] : ['amount', total.amount ?? null])
