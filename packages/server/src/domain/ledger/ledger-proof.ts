import type { Instant } from '../shared/types.js'

/** Result of a proof of the ledger. */
export interface LedgerProof {
  readonly provenAt: Instant
  readonly tookMs: number
  /** Rows that contradict another one, as far as they were listed. */
  readonly violations: number
}
