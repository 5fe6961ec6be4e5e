import type { SweepAccount, SweepQuote } from '../chain/sweep-network.js'
import { neededCoinsOf } from '../chain/sweep-terms.js'
import { type Usdt, usdt } from '../shared/money.js'
import type { Network } from '../shared/types.js'
import { coinValue } from './coins.js'

/** The prices of a plan. */
export interface PlanPrices {
  readonly network: Network
  readonly quote: SweepQuote
  /** USDT for one coin. */
  readonly coinPrice: Usdt
  /** The most that an address may cost, in percent of its amount. */
  readonly maxPercent: bigint
}

/** What it costs to empty an address: the coins that it lacks, and the transaction that brings them. */
export function costOf({ terms, topUpCost }: SweepQuote, { coins }: Pick<SweepAccount, 'coins'>): bigint {
  const missing = missingCoins(neededCoinsOf(terms), coins)
  return missing === 0n ? 0n : missing + topUpCost
}

export const missingCoins = (needed: bigint, coins: bigint): bigint => (coins >= needed ? 0n : needed - coins)

/** Returns the smallest amount that is worth a cost. */
export function smallestFor({ network, coinPrice, maxPercent }: PlanPrices, cost: bigint): Usdt {
  const value = coinValue(network, cost, coinPrice)
  return usdt((value * 100n + maxPercent - 1n) / maxPercent)
}
