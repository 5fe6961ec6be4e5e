import type { SweepAccount, SweepQuote } from '../chain/sweep-network.js'
import { neededCoinsOf } from '../chain/sweep-terms.js'
import { type Usdt, usdt } from '../shared/money.js'
import type { Network } from '../shared/types.js'
import { coinValue } from './coins.js'
import type { Holding } from './selection.js'
import type { SweepItem } from './sweep-file.js'

/** The prices of a plan. */
export interface PlanPrices {
  readonly network: Network
  readonly quote: SweepQuote
  /** USDT for one coin. */
  readonly coinPrice: Usdt
  /** The most that an address may cost, in percent of its amount. */
  readonly maxPercent: bigint
}

/** Returns the cost to empty an address: the coins that it lacks, and the transaction that brings them. */
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

/** Takes addresses in their order until there are enough; leaves out those that cost too much, and busy ones. */
export function takeWorthwhile(
  holdings: readonly Holding[],
  accounts: readonly SweepAccount[],
  prices: PlanPrices,
  most: { readonly items: number; readonly sum: Usdt | undefined },
): { items: SweepItem[]; cost: bigint; tooDear: number; busy: number } {
  const items: SweepItem[] = []
  let [cost, sum, tooDear, busy] = [0n, 0n, 0, 0]
  for (const [at, { index, address, amount }] of holdings.entries()) {
    const account = accounts[at]
    if (!account || items.length >= most.items || (most.sum !== undefined && sum >= most.sum)) break
    const ownCost = costOf(prices.quote, account)
    if (amount < smallestFor(prices, ownCost)) tooDear += 1
    else if (account.isBusy) busy += 1
    else {
      items.push({ index, address, amount, nonce: account.nonce })
      cost += ownCost
      sum += amount
    }
  }
  return { items, cost, tooDear, busy }
}
