import { format, minDue, sub, type Usdt, usdt } from '@merchantpay/sdk/money'
import { Refusal } from '../http/refusal.js'

/** Inclusive limits of app-only amounts. */
const APP_MIN = usdt('0.01')
const APP_MAX = usdt('200000')
const CHAIN_STEP = usdt('0.000001')

/** Reads a positive amount. @throws Refusal invalid_amount */
export function readAmount(text: string, maxDecimals: number): Usdt {
  const amount = attempt(() => usdt(text, { maxDecimals }))
  if (amount === undefined || amount === 0n)
    throw new Refusal('invalid_amount', { param: 'amount', detail: 'must be greater than 0 USDT' })
  return amount
}

/** The least that pays an order. @throws Refusal invalid_tolerance */
export function readMinDue(amount: Usdt, tolerance: string): Usdt {
  const least = attempt(() => minDue(amount, tolerance))
  if (least === undefined)
    throw new Refusal('invalid_tolerance', { param: 'tolerance_percent', detail: 'at most 4 decimals' })
  return least
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
