/** Costs on TRON, in sun: 1,000,000 sun are one TRX. */

export const SUN = 1_000_000
const MIN_LIMIT = 15 * SUN

export interface TronPrices {
  /** Per unit of energy. */
  readonly energyFee: number
  /** Per byte. */
  readonly byteFee: number
  /** The highest energy limit of a transaction. */
  readonly maxFeeLimit: number
}

/** Returns the energy limit of a transfer, a fifth above its present need; undefined above the cap. */
export function feeLimitOf(
  energy: number,
  { energyFee, maxFeeLimit }: TronPrices,
  cap: number,
): number | undefined {
  const needed = Math.ceil((energy * energyFee * 6) / 5)
  const max = Math.min(cap, maxFeeLimit)
  return needed > max ? undefined : Math.min(max, Math.max(needed, MIN_LIMIT))
}

/**
 * Bytes around the signed ones: their frame, the signature with its own, and the result that nodes reserve space for.
 */
const FRAME_BYTES = 3 + 67 + 64

/** Returns the number of bytes that a signed transaction is charged for. */
export const bytesOf = (rawDataHex: string): number => rawDataHex.length / 2 + FRAME_BYTES
