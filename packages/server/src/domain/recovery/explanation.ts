import type { Usdt } from '../shared/money.js'
import type { ChainId, Instant } from '../shared/types.js'

/** The log index of a transaction that moved no USDT. */
export const NO_TRANSFER = -1

/** The origin of a transfer out of the hot wallet that this server did not sign. */
export interface Explanation extends ChainId {
  readonly txHash: string
  /** {@link NO_TRANSFER} for a transaction that moved no USDT. */
  readonly logIndex: number
  /**
   * `withdrawal`: it paid a withdrawal. `merchant`: it paid a withdrawal that a restore lost. `operator`: the operator made
   * it. `earlier`: the operator accepted it before explanations were stored, and nothing was posted.
   */
  readonly kind: 'withdrawal' | 'merchant' | 'operator' | 'earlier'
  /** The id of the withdrawal or of the merchant; otherwise null. */
  readonly subject: string | null
  /** 1e-8 USDT */
  readonly amount: Usdt
  /** The part of the amount that the merchant's balance did not cover yet, 1e-8 USDT. */
  readonly shortfall: Usdt
  readonly wallet: string
  /** The nonce of the transaction on ERC20, once the nodes were asked. */
  readonly nonce: number | null
  readonly explainedAt: Instant
}
