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

/** The most that the operator pays, wei. */
export interface FeeCaps {
  readonly perGas: bigint
  /** For all gas of one transaction. */
  readonly perWithdrawal: bigint
}

export const GWEI = 1_000_000_000n
/** Validators pass over transactions that tip nothing. */
export const MIN_TIP = GWEI / 20n
const MAX_TIP = 2n * GWEI
/** Covers about twelve full blocks, each of which raises the base fee by an eighth; unused fee is not charged. */
export const BASE_FEES = 4n
/** A base fee far below a gwei grows many times over within an hour. */
const LEAST_ROOM = 5n * GWEI
/** A limit above this is a mistake of the node: no transfer of a token needs it. */
const MAX_GAS = 1_000_000n
/** The limit where no node estimates; gas that is not used costs nothing. */
export const UNMEASURED_GAS = 250_000n
export const SELF_TRANSFER_GAS = 21_000n

/** Returns the price that the caps allow a transaction with that limit of gas. */
export const capOf = ({ perGas, perWithdrawal }: FeeCaps, gas: bigint): bigint =>
  min(perGas, perWithdrawal / gas)

/** Returns the price of a transaction; undefined where the cap leaves too little room and it might never be mined. */
export function priceOf(market: GasMarket, cap: bigint): GasPrice | undefined {
  const tip = tipOf(market, cap)
  if (2n * cap < 3n * market.baseFee + 2n * tip) return undefined
  return { maxFee: min(cap, roomFor(market, tip)), tip }
}

/** Returns the price of a further version, which must pay an eighth more of both; undefined where the cap forbids it. */
export function raisedPrice(before: GasPrice, market: GasMarket, cap: bigint): GasPrice | undefined {
  const least = { maxFee: increased(before.maxFee), tip: increased(before.tip) }
  if (least.maxFee > cap) return undefined
  const tip = max(least.tip, tipOf(market, cap))
  const maxFee = min(cap, max(least.maxFee, roomFor(market, tip)))
  return tip > maxFee ? undefined : { maxFee, tip }
}

/** Whether the base fee leaves a transaction less than its tip, so that blocks may pass it over. */
export const isPassedBy = ({ baseFee }: GasMarket, { maxFee, tip }: GasPrice): boolean =>
  baseFee + tip > maxFee

/** Returns the limit of gas: a quarter above the estimate. Undefined where no transfer can need so much. */
export const gasLimitOf = (estimate: bigint): bigint | undefined =>
  estimate > MAX_GAS ? undefined : min((estimate * 5n + 3n) / 4n, MAX_GAS)

const tipOf = ({ tip }: GasMarket, cap: bigint): bigint => min(min(max(tip, MIN_TIP), MAX_TIP), cap)
const roomFor = ({ baseFee }: GasMarket, tip: bigint): bigint => max(BASE_FEES * baseFee, LEAST_ROOM) + tip
/** Adds an eighth, and at least 1 wei. */
const increased = (fee: bigint): bigint => max((fee * 9n + 7n) / 8n, fee + 1n)
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
