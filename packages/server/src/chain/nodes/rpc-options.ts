import type { ChainId, Clock } from '../../domain/shared/types.js'
import type { AddressBook } from '../wallet/address-book.js'
import type { OurAddresses } from '../wallet/address-filter.js'
import type { CallBudgetOptions } from './call-budget.js'

/** A node, with the key and the limits that belong to it. */
export interface NodeAccess {
  /** On TRC20 it may be `full|solidity`. */
  readonly url: string
  /** Sent to the host of the URL and to no other. */
  readonly key?: { readonly header: string; readonly value: string } | undefined
  /** 0 is no limit. */
  readonly callsPerDay: number
  readonly callsPerSecond: number
}

/** Options of a network served by nodes. */
export interface RpcChainOptions extends ChainId {
  /** The preferred node first. */
  readonly nodes: readonly NodeAccess[]
  readonly chainId: number
  /** The token's contract, in the network's spelling. */
  readonly token: string
  readonly book: AddressBook
  readonly ours: OurAddresses
  /** Blocks that a transfer needs, its own included; 1 where only final blocks count. */
  readonly confirmations: number
  /** Highest price of a transaction, in the unit of the network's setting. */
  readonly maxFee?: number | undefined
  readonly clock: Clock
  /** Monotonic clock, ms. */
  readonly monotonic: () => number
  readonly fetch?: typeof fetch | undefined
  /** Replaces the wait of a call whose node has a limit. */
  readonly sleep?: CallBudgetOptions['sleep'] | undefined
}
