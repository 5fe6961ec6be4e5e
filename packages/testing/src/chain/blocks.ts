import type { Clock } from '@merchantpay/sdk'

/** Time between the blocks of the sandbox networks, milliseconds. */
export const BLOCK_MS = 1_000
/** Blocks that a transfer needs, its own included. */
export const DEPTH = 3

/** Number of the newest block: the clock counts them. */
export function newestBlock(clock: Clock): number {
  return Math.floor(clock.now() / BLOCK_MS)
}

/** Calls back when a block is there, at once if it is already. */
export function whenBlock(clock: Clock, number: number, callback: () => void): void {
  clock.setTimeout(callback, Math.max(0, number * BLOCK_MS - clock.now()))
}
