/** Costs on TRON, in sun: 1,000,000 sun are one TRX. */

export const SUN = 1_000_000
const LEAST_LIMIT = 15 * SUN

export interface TronPrices {
  /** Per unit of energy. */
  readonly energyFee: number
  /** Per byte. */
  readonly byteFee: number
  /** The most that a transaction may allow for energy. */
  readonly maxFeeLimit: number
}

/** What a transaction costs that burns for all of it. */
export const costOf = (
  { energy, bytes }: { energy: number; bytes: number },
  { energyFee, byteFee }: TronPrices,
): number => energy * energyFee + bytes * byteFee

/** What a transfer may burn for its energy, a fifth more than it needs now. @returns undefined above the cap */
export function feeLimitOf(
  energy: number,
  { energyFee, maxFeeLimit }: TronPrices,
  cap: number,
): number | undefined {
  const needed = Math.ceil((energy * energyFee * 6) / 5)
  const most = Math.min(cap, maxFeeLimit)
  return needed > most ? undefined : Math.min(most, Math.max(needed, LEAST_LIMIT))
}

/** Around the signed bytes: their frame, the signature with its own, and what a node reserves for the result. */
const FRAME_BYTES = 3 + 67 + 64

/** How many bytes a signed transaction is charged for. */
export const bytesOf = (rawDataHex: string): number => rawDataHex.length / 2 + FRAME_BYTES
