import type { RawTransaction } from '../chain/raw-transaction.js'
import type { SweepItem } from './sweep-file.js'

/** A transaction of a plan. */
export interface BuiltSweep {
  /** The hash to sign. */
  readonly digest: Uint8Array
  /** @param signature 65 bytes in hex: r, s, v */
  sign(signature: string): RawTransaction
}

/** Builds the transactions of one plan: the same plan gives the same bytes. Calls no node. */
export type SweepBuilder = (item: SweepItem) => Promise<BuiltSweep>
