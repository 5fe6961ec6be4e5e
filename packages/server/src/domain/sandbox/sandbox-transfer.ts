import type { Usdt } from '../shared/money.js'
import type { ChainId, Instant } from '../shared/types.js'

/** From block `firstNumber` on, the sandbox makes a block every `blockMs`. */
export interface SandboxEpoch extends ChainId {
  readonly firstNumber: number
  readonly firstAt: Instant
  readonly blockMs: number
  /** Makes the hashes of this chain its own. */
  readonly seed: string
}

export interface SandboxTransfer extends ChainId {
  readonly txHash: string
  readonly from: string
  readonly to: string
  readonly value: Usdt
  readonly blockNumber: number
  /** The time its block was promised for; a later change of the block time does not move it. */
  readonly blockTimeAt: Instant
}
