import type { Clock } from '@merchantpay/sdk'

/** Time between the blocks of the sandbox networks, milliseconds. */
export const BLOCK_MS = 1_000
/** Confirmations that a transfer needs; its own block is the first. */
export const DEPTH = 3

/** Number of the newest block, derived from the clock. */
export function newestBlock(clock: Clock): number {
  return Math.floor(clock.now() / BLOCK_MS)
}

/** Calls back at the time of a block; at once for a past block. */
export function atBlock(clock: Clock, number: number, callback: () => void): void {
  clock.setTimeout(callback, Math.max(0, number * BLOCK_MS - clock.now()))
}
