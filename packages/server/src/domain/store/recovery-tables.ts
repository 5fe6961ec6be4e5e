import type { Recovery } from '../recovery/recovery.js'
import type { ChainId, Instant } from '../shared/types.js'

/** Derivation indexes that are skipped, both ends included. */
export interface SkippedIndexes extends ChainId {
  readonly first: number
  readonly last: number
}

export interface RecoveryTable {
  /** Returns the recovery that is not finished. */
  findOpen(): Promise<Recovery | undefined>
  /** Returns the last recovery, open or finished. */
  findLast(): Promise<Recovery | undefined>
  /** Opens a recovery. Fails if one is open. */
  begin(recovery: Omit<Recovery, 'id' | 'finishedAt'>): Promise<Recovery>
  /** Finishes the open recovery. */
  finish(at: Instant): Promise<void>
  /** Skips the next `count` derivation indexes of a network. */
  skipIndexes(id: ChainId, count: number): Promise<void>
  /** Lists skipped indexes of a network whose addresses are not stored yet. */
  listUnderived(id: ChainId): Promise<SkippedIndexes[]>
  /** Records that the addresses of skipped indexes are stored. */
  noteDerived(skipped: SkippedIndexes, at: Instant): Promise<void>
  /** Counts the skipped indexes of a network. */
  countSkipped(id: ChainId): Promise<number>
}
