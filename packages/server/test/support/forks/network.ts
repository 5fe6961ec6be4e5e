import type { Chain } from '../../../src/domain/chain/chain.js'
import type { ChainId, Ids } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import type { HandClock } from '../domain/context.js'
import type { Dice } from '../ledger/dice.js'

/** A payment to an address, 1e-6 USDT. */
export interface Payment {
  readonly to: string
  readonly value: bigint
}

/** A network whose newest blocks are replaced on command. */
export interface ForkingNetwork {
  readonly id: ChainId
  readonly clock: HandClock
  readonly blockMs: number
  /** Returns the number of the newest block. */
  head(): Promise<number>
  /** Opens the network for a server. A second store begins with the network as it is then. */
  open(store: Store, ids: Ids): Promise<Chain>
  /** Adds blocks. The payments are in the first one; those of one list share a transaction. */
  extend(blocks: number, payments: readonly (readonly Payment[])[]): Promise<void>
  /** Replaces the newest blocks; payments of the old blocks stay, move or are dropped. */
  reorganise(depth: number, dice: Dice, payments: readonly (readonly Payment[])[]): Promise<void>
  /** Lets every node have the best branch from now on. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}
