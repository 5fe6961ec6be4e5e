import type { BigNumberInput } from '@medusajs/framework/types'
import { shareOf } from '@merchantpay/core/money'
import { currencyDecimals, formatPrice, PRICE_DECIMALS, parsePrice } from '@merchantpay/core/price'
import type { DecimalString } from '@merchantpay/sdk'
import { type Usdt, usdt } from '@merchantpay/sdk/money'

/**
 * Writes an amount of Medusa with exactly the decimals of its currency, rounded half up: Medusa computes taxes to more decimals.
 *
 * @throws Error for an amount that is not a positive decimal
 */
export function decimalText(amount: BigNumberInput, currency: string): DecimalString {
  const text = plainText(amount)
  const [whole = '', fraction = ''] = text.split('.')
  if (!/^[0-9]+(\.[0-9]+)?$/.test(text)) throw new Error(`${text} is not an amount`)
  const kept = currencyDecimals(currency)
  const digits = BigInt(whole + fraction.slice(0, kept).padEnd(kept, '0'))
  const rounded = digits + ((fraction[kept] ?? '0') >= '5' ? 1n : 0n)
  return formatPrice(rounded * 10n ** BigInt(PRICE_DECIMALS - kept), currency) as DecimalString // of digits and a point
}

/** The USDT of a part of a total, rounded down to what a transfer can have. Both are texts of {@link decimalText}. */
export function usdtOf(part: string, total: string, currency: string, orderAmount: string): Usdt {
  const whole = parsePrice(total, currency) ?? 0n
  if (whole === 0n) throw new Error(`${total} is not a total`)
  return shareOf(usdt(orderAmount), parsePrice(part, currency) ?? 0n, whole) as Usdt // in units of 1e-8 USDT
}

/** The digits of an amount, which Medusa hands over as a number, as text or as an object with either. */
function plainText(amount: BigNumberInput): string {
  if (typeof amount !== 'object') return String(amount)
  const { value, raw, toFixed } = amount as {
    value?: unknown
    raw?: { value?: unknown }
    toFixed?: () => string
  }
  return toFixed ? toFixed.call(amount) : String(raw?.value ?? value)
}
