import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { Payment } from './networks/network.js'

const MINUTE_MS = 60_000
/** 1e-6 USDT. */
export const USDT = 1_000_000n

/** How payers pay. A banned one pays exactly, alone, before or after another one, and so does one with a counterfeit token. */
export const PLANS = [
  'exact',
  'exact, and again',
  'parts',
  'over',
  'nearly',
  'short',
  'late',
  'completed late',
  'late in parts',
  'never',
  'given up',
  'given up, and paid',
  'banned',
  'banned, then more',
  'counterfeit',
  'exact, then banned',
  'short, then banned',
  'late, then banned',
  'banned in part, then late',
] as const
export type Plan = (typeof PLANS)[number]

/** A payment that will be made. */
export interface PlannedPayment {
  readonly at: number
  /** 1e-6 USDT. */
  readonly value: bigint
  readonly payment: Payment
}

/** Returns the payments of a plan, oldest first. */
export function paymentsOf(
  { plan, amount, expireAt }: { readonly plan: Plan; readonly amount: bigint; readonly expireAt: number },
  now: number,
  dice: Dice,
): PlannedPayment[] {
  const soon = now + dice.below(10) * MINUTE_MS
  const late = expireAt + dice.below(8 * MINUTE_MS)
  const soonAfter = soon + (1 + dice.below(60)) * MINUTE_MS
  const part = amount / 3n
  const pay = (at: number, value: bigint, payment: Payment = 'plain') => ({ at, value, payment })
  switch (plan) {
    case 'exact':
      return [pay(soon, amount)]
    case 'banned':
    case 'counterfeit':
      return [pay(soon, amount, plan)]
    case 'exact, and again':
      return [pay(soon, amount), pay(soonAfter, amount)]
    case 'over':
      return [pay(soon, amount + 5n * USDT)]
    case 'nearly':
      return [pay(soon, (amount * 995n) / 1_000n)]
    case 'given up, and paid':
      return [pay(soon + 2 * MINUTE_MS, amount)]
    case 'short':
      return [pay(soon, part)]
    case 'parts':
      return [pay(soon, part), pay(soon + 3 * MINUTE_MS, amount - part)]
    case 'late':
      return [pay(late, amount)]
    case 'completed late':
      return [pay(soon, part), pay(expireAt + 20 * MINUTE_MS, amount - part)]
    case 'late in parts':
      return [pay(late, part), pay(late + 15 * MINUTE_MS, part)]
    case 'banned in part, then late':
      return [pay(soon, part, 'banned'), pay(late, amount - part)]
    case 'exact, then banned':
      return [pay(soon, amount), pay(dice.chance(50) ? soonAfter : soon + MINUTE_MS / 2, amount, 'banned')]
    case 'short, then banned':
      return [pay(soon, part), pay(soonAfter, amount, 'banned')]
    case 'banned, then more':
      return [pay(soon, amount, 'banned'), pay(soonAfter, part, dice.pick(['plain', 'banned']))]
    case 'late, then banned':
      return [pay(late, amount), pay(late + (1 + dice.below(30)) * MINUTE_MS, amount, 'banned')]
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
