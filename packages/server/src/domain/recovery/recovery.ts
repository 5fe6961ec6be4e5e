import type { Instant } from '../shared/types.js'

/** Why a recovery began. */
export type RecoveryCause =
  /** A backup was restored, or the database was set back under a running server. */
  | 'restore'
  /** At a start, the blocks held a transfer out of the hot wallet that the ledger does not know. */
  | 'unknown_transfer'
  /** At a start, the network had counted more transactions of the hot wallet than the ledger knows. */
  | 'unknown_nonce'
  /** An operator marked the database. */
  | 'mark'

/** The time in which a restored database is compared with the networks. Nothing is signed until it is finished. */
export interface Recovery {
  readonly id: number
  readonly cause: RecoveryCause
  /** For the operator. */
  readonly reason: string
  /** When the restored backup was made; null if that is unknown. */
  readonly backupAt: Instant | null
  readonly begunAt: Instant
  /** Null while the database is recovering. */
  readonly finishedAt: Instant | null
}

/**
 * How long a payment that was signed before a recovery may still enter a block: TRON takes it for 10 minutes, by clocks that
 * differ a little. An Ethereum payment has no end, but its nonce shows it.
 */
export const IN_FLIGHT_MS = 15 * 60_000
