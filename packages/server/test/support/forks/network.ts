import type { Chain } from '../../../src/domain/chain/chain.js'
import type { ChainId, Ids } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import type { HandClock } from '../domain/context.js'
import type { Dice } from '../ledger/dice.js'

/** Money on its way to an address, 1e-6 USDT. */
export interface Payment {
  readonly to: string
  readonly value: bigint
}

/** A network whose newest blocks give way to others on command. */
export interface ForkingNetwork {
  readonly id: ChainId
  readonly clock: HandClock
  readonly blockMs: number
  /** Number of its newest block. */
  head(): Promise<number>
  /** A server begins to follow it: the first time as it is, every other time as somebody who comes to it only now. */
  open(store: Store, ids: Ids): Promise<Chain>
  /** Puts blocks on top; what is paid is in the first one, payments of one list in one transaction. */
  extend(blocks: number, payments: readonly (readonly Payment[])[]): Promise<void>
  /** Replaces the newest blocks: what was paid in them stays, moves, or is gone. */
  reorganise(depth: number, dice: Dice, payments: readonly (readonly Payment[])[]): Promise<void>
  /** From now on everybody tells the same. */
  calm(): Promise<void>
  stop(): Promise<void>
}
