import type { Usdt } from '../shared/money.js'
import type { BlockRef, Instant } from '../shared/types.js'
import type { TransferIdentity } from './transfer.js'

export type TreasuryTransferKind =
  /** From an address that orders are paid to, or a hot wallet of before, to a wallet of the operator's. */
  | 'sweep'
  /** Into a hot wallet. */
  | 'topup'
  /** Out of the hot wallet, and no withdrawal of ours. */
  | 'outgoing'
  /** From one of our addresses to another. */
  | 'move'
  /** The token's owner took it. */
  | 'destroyed'

/** The token moving from or to us without a merchant having to do with it. */
export interface TreasuryTransfer extends TransferIdentity {
  readonly kind: TreasuryTransferKind
  readonly from: string
  /** Null where it was destroyed. */
  readonly to: string | null
  /** 1e-8 USDT, > 0 */
  readonly value: Usdt
  readonly block: BlockRef
  /** The block that gives it the required depth. */
  readonly dueBlock: number
  /** Why it is not booked: together with what is there it is more money than there can be. */
  readonly ignoredReason: 'over_cap' | null
  readonly confirmedAt: Instant | null
  /** When it was found gone from the chain. */
  readonly orphanedAt: Instant | null
}
