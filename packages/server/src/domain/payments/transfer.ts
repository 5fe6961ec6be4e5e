import { type Usdt, usdt } from '../shared/money.js'
import type { BlockRef, Environment, Instant, Network } from '../shared/types.js'

/** What names a movement of the token in the books, each time it enters a canonical block anew. */
export interface TransferIdentity {
  readonly environment: Environment
  readonly network: Network
  readonly txHash: string
  readonly logIndex: number
  /** 1, and one more with every return after a reorganisation. */
  readonly incarnation: number
}

export const transferReference = ({ network, txHash, logIndex, incarnation }: TransferIdentity): string =>
  `${network}:${txHash}:${logIndex}:${incarnation}`

/** A movement of the token as the network tells it. `(network, txHash, logIndex)` identifies it. */
export interface SeenTransfer {
  readonly txHash: string
  readonly logIndex: number
  readonly from: string
  readonly to: string
  /** Who signed the transaction, where the network tells it. */
  readonly origin: string | null
  /** 1e-8 USDT, > 0 */
  readonly value: Usdt
  readonly block: BlockRef
}

/** One USDT. Anybody can send many amounts below it, so nothing else may wait for what they take. */
export const DUST = usdt(100000000n)
export const isDust = ({ value }: { readonly value: Usdt }): boolean => value < DUST

/** What names a transfer on its network. */
export const transferName = ({ txHash, logIndex }: Pick<SeenTransfer, 'txHash' | 'logIndex'>): string =>
  `${txHash}/${logIndex}`

/** Why something that touched one of our addresses counts for nothing. */
export type IgnoredReason = 'zero_value' | 'failed' | 'internal' | 'over_cap' | 'foreign_token'

export interface IgnoredTransfer {
  readonly txHash: string
  readonly logIndex: number
  /** The one of ours that it touched. */
  readonly address: string
  readonly from: string
  readonly to: string
  /** As the network tells it, 1e-6 units of whatever token; it may be larger than any amount there can be. */
  readonly value: bigint
  readonly block: BlockRef
  readonly reason: IgnoredReason
}

export interface RecordedTransfer extends SeenTransfer, TransferIdentity {
  readonly network: Network
  /** Null when no lease held the address: kept for the operator, credited to nobody. */
  readonly orderId: string | null
  /** Its block time is at or past the end of the order's window. */
  readonly isLate: boolean
  /** The block that gives it the required depth. */
  readonly dueBlock: number
  /** Why it counts for nothing: together with what is there it is more money than there can be. */
  readonly ignoredReason: 'over_cap' | null
  readonly confirmedAt: Instant | null
  /** Screening says that this money must not be passed on. */
  readonly isFlagged: boolean
  /** When everybody who is asked had judged it; null before, and nothing is credited then. */
  readonly screenedAt: Instant | null
  /** When it was found gone from the chain. */
  readonly orphanedAt: Instant | null
  /** Id of the account that the operator said it belongs to, after it had gone to suspense. */
  readonly attributedTo: string | null
}

/** How much of one kind touched an address and counted for nothing, the first of them with everything there is to say. */
export interface IgnoredCount {
  readonly reason: IgnoredTransfer['reason']
  readonly total: number
}
