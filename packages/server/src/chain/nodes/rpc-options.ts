import type { ChainId, Clock } from '../../domain/shared/types.js'
import type { AddressBook } from '../wallet/address-book.js'
import type { OurAddresses } from '../wallet/address-filter.js'

/** What a network that nodes serve is opened with. */
export interface RpcChainOptions extends ChainId {
  /** Nodes, the preferred one first; on TRC20 each may be `full|solidity`. */
  readonly urls: readonly string[]
  readonly chainId: number
  /** The token's contract, in the network's own spelling. */
  readonly token: string
  readonly book: AddressBook
  readonly ours: OurAddresses
  /** Blocks that a transfer needs, its own included; where blocks are solidified, 1. */
  readonly confirmations: number
  /** Sent to the nodes in a header of its own. */
  readonly apiKey?: string | undefined
  /** What one key may ask of a node; 0 is no limit. */
  readonly callsPerDay: number
  readonly callsPerSecond: number
  readonly clock: Clock
  /** Milliseconds that no change of the clock moves. */
  readonly monotonic: () => number
  readonly fetch?: typeof fetch | undefined
}
