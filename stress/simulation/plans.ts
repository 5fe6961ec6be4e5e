import type { Dice } from '../../packages/server/test/support/ledger/dice.js'

const MINUTE_MS = 60_000
/** 1e-6 USDT. */
export const USDT = 1_000_000n

/** How a payer pays. A banned one pays exactly, and so does one with a counterfeit token. */
export const PLANS = [
  'exact',
  'exact',
  'parts',
  'over',
  'nearly',
  'short',
  'late',
  'completed late',
  'never',
  'given up',
  'given up, and paid',
  'banned',
  'counterfeit',
] as const
export type Plan = (typeof PLANS)[number]

/** Returns the payments of a plan, oldest first. */
export function paymentsOf(
  { plan, amount, expireAt }: { readonly plan: Plan; readonly amount: bigint; readonly expireAt: number },
  now: number,
  dice: Dice,
): { readonly at: number; readonly value: bigint }[] {
  const soon = now + dice.below(10) * MINUTE_MS
  const part = amount / 3n
  switch (plan) {
    case 'exact':
    case 'banned':
    case 'counterfeit':
      return [{ at: soon, value: amount }]
    case 'over':
      return [{ at: soon, value: amount + 5n * USDT }]
    case 'nearly':
      return [{ at: soon, value: (amount * 995n) / 1_000n }]
    case 'given up, and paid':
      return [{ at: soon + 2 * MINUTE_MS, value: amount }]
    case 'short':
      return [{ at: soon, value: part }]
    case 'parts':
      return [
        { at: soon, value: part },
        { at: soon + 3 * MINUTE_MS, value: amount - part },
      ]
    case 'late':
      return [{ at: expireAt + 4 * MINUTE_MS, value: amount }]
    case 'completed late':
      return [
        { at: soon, value: part },
        { at: expireAt + 20 * MINUTE_MS, value: amount - part },
      ]
    case 'never':
    case 'given up':
      return []
  }
}

/** Writes 1e-6 USDT. */
export function usdt(amount: bigint): string {
  const digits = `${amount}`.padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6).replace(/0{0,4}$/, '')}`
}

/** Reads an amount, 1e-6 USDT. */
export function units(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.')
  return BigInt(`${whole}${decimals.slice(0, 6).padEnd(6, '0')}`)
}
