import type { ChainCondition, ChainConditionKind } from '../chain/chain-conditions.js'
import type { LinkedBlock } from '../chain/scan-step.js'
import type { BlockRef, ChainId, Cursor } from '../shared/types.js'

export interface NodeCallTable {
  /** Adds calls of a day of UTC. @returns all of that day, by whoever made them */
  add(made: ChainId & { node: string; day: number; calls: number }): Promise<number>
}

export interface CursorTable {
  find(id: ChainId): Promise<Cursor | undefined>
  insert(id: ChainId, block: BlockRef): Promise<void>
  /** Compare-and-set on `revision`: false when the cursor moved meanwhile. */
  advance(cursor: Cursor, to: BlockRef): Promise<boolean>
  /** Keeps everybody else from whatever needs the network until the unit of work ends. */
  lock(id: ChainId): Promise<void>
  /** Locks, and what a watcher has read but not yet booked is stale. */
  touch(id: ChainId): Promise<void>
}

/** The newest blocks of a network that were booked: how a branch that replaces them is recognised. */
export interface ChainBlockTable {
  /** Newest first, all that are kept. */
  list(id: ChainId): Promise<LinkedBlock[]>
  /** Adds blocks on top, and forgets those that are too deep. */
  append(id: ChainId, blocks: readonly LinkedBlock[]): Promise<void>
  deleteAfter(id: ChainId, blockNumber: number): Promise<void>
}

export interface ChainConditionTable {
  list(id: ChainId): Promise<ChainCondition[]>
  /** Keeps the instant since when it holds. */
  set(id: ChainId, condition: ChainCondition): Promise<void>
  /** False when it did not hold. */
  clear(id: ChainId, kind: ChainConditionKind): Promise<boolean>
}
