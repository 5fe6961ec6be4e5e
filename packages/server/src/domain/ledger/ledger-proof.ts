import type { Instant } from '../shared/types.js'

/** The result of a run of all ledger checks. */
export interface LedgerProof {
  readonly provenAt: Instant
  readonly tookMs: number
  /** Number of listed rows that violate a check. */
  readonly violations: number
}
