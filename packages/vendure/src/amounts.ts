import type { Usdt } from '@merchantpay/sdk/money'

/** What an order is about: a total in the smallest units of a currency, and the same in USDT. */
export interface Price {
  readonly total: number
  readonly usdt: Usdt
}

/** An on-chain amount has at most 6 of the 8 decimals of USDT. */
const ONCHAIN_STEP = 100n

/** Writes an amount in the smallest units of a currency as decimal text: 2500 with 2 decimals is `25.00`. */
export function decimalText(amount: number, decimals: number): string {
  if (decimals === 0) return String(amount)
  const digits = String(amount).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The USDT of a part of a price, rounded down to what a transfer can have. */
export function usdtOf(part: number, { total, usdt }: Price): Usdt {
  const exact = (BigInt(part) * usdt) / BigInt(total)
  return (exact - (exact % ONCHAIN_STEP)) as Usdt
}

/** The part of a price that an amount of USDT stands for, in the smallest units of its currency, rounded down. */
export function partOf(amount: Usdt, { total, usdt }: Price): number {
  return Number((amount * BigInt(total)) / usdt)
}
