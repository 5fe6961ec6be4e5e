import type { Usdt } from '../shared/money.js'
import type { BlockRef, Instant } from '../shared/types.js'
import type { TransferIdentity, UncountedReason } from './transfer.js'

export type TreasuryTransferKind =
  /** From a receiving address, or a former hot wallet, to a wallet of the operator. */
  | 'sweep'
  /** Into a hot wallet. */
  | 'topup'
  /** Out of the hot wallet, but not a withdrawal. */
  | 'outgoing'
  /** From one of our addresses to another. */
  | 'move'
  /** Funds destroyed by the token's owner. */
  | 'destroyed'

/** A transfer to or from our wallets that is not a merchant payment. */
export interface TreasuryTransfer extends TransferIdentity {
  readonly kind: TreasuryTransferKind
  readonly from: string
  /** Null if the funds were destroyed. */
  readonly to: string | null
  /** 1e-8 USDT, > 0 */
  readonly value: Usdt
  /** The part of the amount below 1e-8 USDT, in the token's units. */
  readonly residue?: bigint
  readonly block: BlockRef
  /** The block at which it has the required depth. */
  readonly dueBlock: number
  /** Set if it is not posted, because it would exceed the custody cap. */
  readonly ignoredReason: UncountedReason | null
  readonly confirmedAt: Instant | null
  /** When it was found to have left the chain. */
  readonly orphanedAt: Instant | null
}
