import { shareOf } from '@merchantpay/core/money'
import type { DecimalString } from '@merchantpay/sdk'
import type { Usdt } from '@merchantpay/sdk/money'

/** The price of an order: a total in the smallest units of a currency, and the same in USDT. */
export interface Price {
  readonly total: number
  readonly usdt: Usdt
}

/**
 * Writes an amount in the smallest units of a currency as decimal text: 2550 with 2 decimals is `25.5`. Zeros at the end are left
 * out, since Vendure counts yen in hundredths, too, which a price in yen must not have.
 */
export function decimalText(amount: number, decimals: number): DecimalString {
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return (fraction === '' ? whole : `${whole}.${fraction}`) as DecimalString // of digits alone
}

/** The USDT of a part of a price, rounded down to what a transfer can have. */
export const usdtOf = (part: number, { total, usdt }: Price): Usdt =>
  shareOf(usdt, BigInt(part), BigInt(total)) as Usdt // in the same units

/** The part of a price that an amount of USDT stands for, in the smallest units of its currency, rounded down. */
export function partOf(amount: Usdt, { total, usdt }: Price): number {
  return Number((amount * BigInt(total)) / usdt)
}
