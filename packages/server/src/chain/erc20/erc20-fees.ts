/** What a transaction pays for each unit of gas, at most; wei. */
export interface GasPrice {
  readonly maxFee: bigint
  readonly tip: bigint
}

/** What the network asks now, wei. */
export interface GasMarket {
  readonly baseFee: bigint
  /** What a node suggests. */
  readonly tip: bigint
}

export const GWEI = 1_000_000_000n
const MAX_TIP = 2n * GWEI
/** Outlives about twelve full blocks, each of which makes the next an eighth dearer, and costs nothing unless needed. */
const BASE_FEES = 4n
const MAX_GAS = 150_000n
export const SELF_TRANSFER_GAS = 21_000n

/** @returns undefined where the cap leaves too little room: it might never be mined */
export function priceOf({ baseFee, tip: suggested }: GasMarket, cap: bigint): GasPrice | undefined {
  const tip = min(suggested, MAX_TIP)
  if (2n * cap < 3n * baseFee + 2n * tip) return undefined
  const maxFee = min(cap, BASE_FEES * baseFee + tip)
  return { maxFee, tip: min(tip, maxFee) }
}

/** What takes the place of another must pay an eighth more of both. @returns undefined where the cap forbids it */
export function raisedPrice(before: GasPrice, market: GasMarket, cap: bigint): GasPrice | undefined {
  const least = { maxFee: raised(before.maxFee), tip: raised(before.tip) }
  if (least.maxFee > cap) return undefined
  const tip = max(least.tip, min(market.tip, MAX_TIP))
  const maxFee = min(cap, max(least.maxFee, BASE_FEES * market.baseFee + tip))
  return tip > maxFee ? undefined : { maxFee, tip }
}

/** @returns undefined for more than a transfer can need */
export function gasLimitOf(estimate: bigint): bigint | undefined {
  return estimate > MAX_GAS ? undefined : min((estimate * 5n + 3n) / 4n, MAX_GAS)
}

/** Never less than one more. */
const raised = (fee: bigint): bigint => max((fee * 9n + 7n) / 8n, fee + 1n)
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
