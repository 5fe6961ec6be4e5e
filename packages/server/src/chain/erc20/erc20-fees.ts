/** Maximum price per unit of gas; wei. */
export interface GasPrice {
  readonly maxFee: bigint
  readonly tip: bigint
}

/** Current prices of the network, wei. */
export interface GasMarket {
  readonly baseFee: bigint
  /** Suggested by a node. */
  readonly tip: bigint
}

export const GWEI = 1_000_000_000n
const MAX_TIP = 2n * GWEI
/** Covers about twelve full blocks, each of which raises the base fee by an eighth; unused fee is not charged. */
const BASE_FEES = 4n
export const MAX_GAS = 150_000n
export const SELF_TRANSFER_GAS = 21_000n

/** Returns the price of a transaction; undefined where the cap leaves too little room and it might never be mined. */
export function priceOf({ baseFee, tip: suggested }: GasMarket, cap: bigint): GasPrice | undefined {
  const tip = min(suggested, MAX_TIP)
  if (2n * cap < 3n * baseFee + 2n * tip) return undefined
  const maxFee = min(cap, BASE_FEES * baseFee + tip)
  return { maxFee, tip: min(tip, maxFee) }
}

/** Returns the price of a replacement, which must pay an eighth more of both; undefined where the cap forbids it. */
export function raisedPrice(before: GasPrice, market: GasMarket, cap: bigint): GasPrice | undefined {
  const least = { maxFee: increased(before.maxFee), tip: increased(before.tip) }
  if (least.maxFee > cap) return undefined
  const tip = max(least.tip, min(market.tip, MAX_TIP))
  const maxFee = min(cap, max(least.maxFee, BASE_FEES * market.baseFee + tip))
  return tip > maxFee ? undefined : { maxFee, tip }
}

/** Returns the gas limit; undefined where the estimate exceeds the needs of a transfer. */
export function gasLimitOf(estimate: bigint): bigint | undefined {
  return estimate > MAX_GAS ? undefined : min((estimate * 5n + 3n) / 4n, MAX_GAS)
}

/** Adds an eighth, and at least 1 wei. */
const increased = (fee: bigint): bigint => max((fee * 9n + 7n) / 8n, fee + 1n)
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
