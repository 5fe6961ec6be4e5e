import type { CreateOrder } from '@merchantpay/sdk'
import { format, minDue, sub, type Usdt, usdt } from '@merchantpay/sdk/money'
import type { CallInput } from '../http/call-input.js'
import { Refusal } from '../http/refusal.js'
import type { GivenPrice } from './order.js'
import { readPrice } from './rates.js'

/** Inclusive limits of app-only amounts. */
const APP_MIN = usdt('0.01')
const APP_MAX = usdt('200000')
/** On-chain orders are above this amount. */
const ABOVE = usdt('10')
const CHAIN_STEP = usdt('0.000001')

/** Reads a positive amount. @throws Refusal invalid_amount */
export function readAmount(text: string, maxDecimals: number): Usdt {
  const amount = attempt(() => usdt(text, { maxDecimals }))
  if (amount === undefined || amount === 0n)
    throw new Refusal('invalid_amount', { param: 'amount', detail: 'must be greater than 0 USDT' })
  return amount
}

/** The total of an on-chain order as a request has it. */
export type Total = { readonly amount: Usdt } | { readonly price: GivenPrice }

/** Reads the total of an on-chain order. @throws Refusal invalid_amount, invalid_price */
export function readTotal({ amount: text, price }: Pick<CreateOrder, 'amount' | 'price'>): Total {
  if ((text === undefined) === (price === undefined))
    throw new Refusal('invalid_amount', { param: 'amount', detail: 'either amount or price is required' })
  if (price !== undefined) return { price: readPrice(price) }
  return { amount: readOrderAmount(text ?? '', 'amount') }
}

/** Reads the amount of an on-chain order. @throws Refusal invalid_amount */
export function readOrderAmount(text: string, param: string): Usdt {
  const amount = attempt(() => usdt(text, { maxDecimals: 6 }))
  if (amount !== undefined && amount > ABOVE) return amount
  throw new Refusal('invalid_amount', { param, detail: 'must be greater than 10 USDT' })
}

/** The total among the parameters that a repeated call must not change: a price as it was given. */
export function inputOfTotal(total: Total): CallInput[number] {
  return 'amount' in total ? ['amount', total.amount] : ['price', total.price]
}

/** @throws Refusal invalid_tolerance */
export function requireTolerance(tolerance: string): void {
  if (attempt(() => minDue(ABOVE, tolerance)) === undefined)
    throw new Refusal('invalid_tolerance', { param: 'tolerance_percent', detail: 'at most 4 decimals' })
}

/** @throws Refusal amount_out_of_range */
export function requireAppLimits(amount: Usdt): void {
  if (amount < APP_MIN || amount > APP_MAX)
    throw new Refusal('amount_out_of_range', {
      param: 'amount',
      detail: `${format(APP_MIN)} to ${format(APP_MAX)} USDT`,
    })
}

/** Half of an amount, at most one step less than a bound, in steps that can move on-chain. */
export function partOf(amount: Usdt, below: Usdt): Usdt {
  const half = ((amount / 2n / CHAIN_STEP) * CHAIN_STEP) as Usdt // a part of an amount
  return half < below ? half : sub(below, CHAIN_STEP)
}

/** The result, or undefined when the text cannot be read. */
function attempt(read: () => Usdt): Usdt | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
