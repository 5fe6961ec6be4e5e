import { type Usdt, usdt } from '../shared/money.js'
import type { BlockRef, Environment, Instant, Network } from '../shared/types.js'

/** The identity of a recorded transfer. It changes each time the transfer re-enters a canonical block. */
export interface TransferIdentity {
  readonly environment: Environment
  readonly network: Network
  readonly txHash: string
  readonly logIndex: number
  /** Starts at 1 and grows with every return after a reorganisation. */
  readonly incarnation: number
}

/** Formats the identity of a transfer as the reference of its ledger transactions. */
export const transferReference = ({ network, txHash, logIndex, incarnation }: TransferIdentity): string =>
  `${network}:${txHash}:${logIndex}:${incarnation}`

/** A token transfer as reported by the network, identified by `(network, txHash, logIndex)`. */
export interface SeenTransfer {
  readonly txHash: string
  readonly logIndex: number
  readonly from: string
  readonly to: string
  /** The address that signed the transaction, if the network reports it. */
  readonly origin: string | null
  /** 1e-8 USDT, > 0 */
  readonly value: Usdt
  /** The part of the amount below 1e-8 USDT, in the token's units; absent where the token has no finer ones. */
  readonly residue?: bigint
  readonly block: BlockRef
}

/** One USDT. Smaller amounts are cheap to send in large numbers, so they must not delay other transfers. */
export const DUST = usdt(100000000n)
/** Whether both are the same amount of the token, down to its finest unit. */
export const isSameAmount = (
  one: Pick<SeenTransfer, 'value' | 'residue'>,
  other: Pick<SeenTransfer, 'value' | 'residue'>,
): boolean => one.value === other.value && (one.residue ?? 0n) === (other.residue ?? 0n)

export const isDust = ({ value }: { readonly value: Usdt }): boolean => value < DUST

/** Formats the name of a transfer on its network. */
export const transferName = ({ txHash, logIndex }: Pick<SeenTransfer, 'txHash' | 'logIndex'>): string =>
  `${txHash}/${logIndex}`

/** Why a transfer that touched one of our addresses does not count. `below_unit`: it is less than 1e-8 USDT. */
export type IgnoredReason =
  | 'zero_value'
  | 'below_unit'
  | 'failed'
  | 'internal'
  | 'foreign_token'
  | UncountedReason

/**
 * Why a recorded transfer does not count. The recorded balance of its address lacks it, so the balance check keeps the window
 * of an order at that address open.
 */
export type UncountedReason = 'over_cap'

/** A transfer that touched one of our addresses but does not count. */
export interface IgnoredTransfer {
  readonly txHash: string
  readonly logIndex: number
  /** Our address. */
  readonly address: string
  readonly from: string
  readonly to: string
  /** As reported by the network, in units of its token; may exceed every possible amount of USDT. */
  readonly value: bigint
  readonly block: BlockRef
  readonly reason: IgnoredReason
}

/** A transfer to one of our addresses as stored. */
export interface RecordedTransfer extends SeenTransfer, TransferIdentity {
  readonly network: Network
  /** Null if the address was not leased or the order cannot take the transfer: it goes to suspense. */
  readonly orderId: string | null
  /** Whether the block time is at or past the end of the order's window. */
  readonly isLate: boolean
  /** The block at which it has the required depth. */
  readonly dueBlock: number
  /** Set if the transfer does not count, because it would exceed the custody cap. */
  readonly ignoredReason: UncountedReason | null
  readonly confirmedAt: Instant | null
  /** Whether screening flagged it: the money must not be passed on. */
  readonly isFlagged: boolean
  /** When all screening sources had given a verdict; null before, and then it is not credited. */
  readonly screenedAt: Instant | null
  /** When it was found to have left the chain. */
  readonly orphanedAt: Instant | null
  /** Id of the account to which the operator attributed it from suspense. */
  readonly attributedTo: string | null
}

/** The number of ignored transfers of an address for one reason, including those that are not stored. */
export interface IgnoredCount {
  readonly reason: IgnoredTransfer['reason']
  readonly total: number
}
