import type { ChainId, Clock } from '../../domain/shared/types.js'
import type { AddressBook } from '../wallet/address-book.js'
import type { OurAddresses } from '../wallet/address-filter.js'

/** Options of a network served by nodes. */
export interface RpcChainOptions extends ChainId {
  /** Node URLs, the preferred one first; on TRC20 each may be `full|solidity`. */
  readonly urls: readonly string[]
  readonly chainId: number
  /** The token's contract, in the network's spelling. */
  readonly token: string
  readonly book: AddressBook
  readonly ours: OurAddresses
  /** Blocks that a transfer needs, its own included; 1 where blocks are solidified. */
  readonly confirmations: number
  /** Sent to the nodes in a header of its own. */
  readonly apiKey?: string | undefined
  /** Call limits of one key; 0 is no limit. */
  readonly callsPerDay: number
  readonly callsPerSecond: number
  readonly clock: Clock
  /** Monotonic clock, ms. */
  readonly monotonic: () => number
  readonly fetch?: typeof fetch | undefined
}
