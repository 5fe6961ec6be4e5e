import type { Usdt } from '../shared/money.js'
import type { ChainId, Instant } from '../shared/types.js'

/** A period of a constant block time: from block `firstNumber`, the sandbox makes a block every `blockMs`. */
export interface SandboxEpoch extends ChainId {
  readonly firstNumber: number
  readonly firstAt: Instant
  readonly blockMs: number
  /** Makes the hashes of this chain unique. */
  readonly seed: string
}

/** A transfer on a sandbox chain. */
export interface SandboxTransfer extends ChainId {
  readonly txHash: string
  readonly from: string
  readonly to: string
  readonly value: Usdt
  readonly blockNumber: number
  /** The time of its block, fixed when it was sent; a later change of the block time does not affect it. */
  readonly blockTimeAt: Instant
}
