import type { TokenTransfer } from '../withdrawals/payout-network.js'
import type { Random } from './sites.js'

/** A real node, which is never killed, with the accounts that pay over it. */
export interface NodeSide {
  /** An account that screening is to flag. */
  readonly flagged: string
  /** Hands a transfer of the token to the node; units of 1e-6. */
  send(to: string, value: bigint, isFlagged: boolean): Promise<void>
  mine(): Promise<void>
  /** Replaces the newest blocks with others that contain the same transactions, some of them later. */
  reorganise(random: Random): Promise<void>
  transfers(): Promise<TokenTransfer[]>
}
