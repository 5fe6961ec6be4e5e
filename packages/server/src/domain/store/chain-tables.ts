import type { ChainCondition, ChainConditionKind } from '../chain/chain-conditions.js'
import type { ChainPosition } from '../chain/chain-health.js'
import type { NetworkLease } from '../chain/network-lease.js'
import type { LinkedBlock } from '../chain/scan-step.js'
import type { BlockRef, ChainId, Cursor } from '../shared/types.js'

export interface NodeCallTable {
  /** Adds calls of a UTC day. @returns the day's total over all processes */
  add(made: ChainId & { node: string; day: number; calls: number }): Promise<number>
}

export interface CursorTable {
  find(id: ChainId): Promise<Cursor | undefined>
  insert(id: ChainId, block: BlockRef): Promise<void>
  /**
   * Compare-and-set on revision and block: false if the cursor has moved. A database that was set back reaches a revision
   * again, on another block.
   *
   * @param owedFrom as before where it is undefined
   */
  advance(cursor: Cursor, to: BlockRef, owedFrom?: number | null): Promise<boolean>
  /** Locks the network for other transactions until this one ends. */
  lock(id: ChainId): Promise<void>
  /** Locks the network and makes everything stale that a watcher has read but not recorded. */
  touch(id: ChainId): Promise<void>
}

/** The leases of the networks. All times are those of the database's clock. */
export interface NetworkLeaseTable {
  list(): Promise<NetworkLease[]>
  /**
   * Takes a lease that ended, or renews the holder's own, and stores the position where there is one.
   *
   * @returns false if another holder has the lease
   */
  hold(
    id: ChainId,
    lease: { holder: string; forMs: number; position: ChainPosition | undefined },
  ): Promise<boolean>
  /** Ends all leases of a holder. */
  release(holder: string): Promise<void>
}

/** The newest recorded blocks of a network, used to detect a reorganisation. */
export interface ChainBlockTable {
  /** Lists all stored blocks, newest first. */
  list(id: ChainId): Promise<LinkedBlock[]>
  /** Adds blocks on top and deletes those that are too deep. */
  append(id: ChainId, blocks: readonly LinkedBlock[]): Promise<void>
  deleteAfter(id: ChainId, blockNumber: number): Promise<void>
}

export interface ChainConditionTable {
  list(id: ChainId): Promise<ChainCondition[]>
  /** Sets a condition. If it is set already, only the reason changes. */
  set(id: ChainId, condition: ChainCondition): Promise<void>
  /** Clears a condition. @returns false if it was not set */
  clear(id: ChainId, kind: ChainConditionKind): Promise<boolean>
}
