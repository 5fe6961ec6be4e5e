import type { ChainId, Instant } from '../shared/types.js'

/** The custody of a network beside the balances of its addresses, in exact units. */
export interface ChainFigures {
  /** As the ledger had it when the last address was read. */
  readonly custody: bigint
  /** Sum of the balances of our addresses. */
  readonly balance: bigint
  /** Recorded and not posted: unconfirmed, ignored, or posted while the addresses were read. */
  readonly inFlight: bigint
  /** The part of the balance that neither custody nor money in flight explains. */
  readonly difference: bigint
}

/** The result of a proof that read every address. */
export interface ChainResult extends ChainFigures {
  readonly provenAt: Instant
  /** Number of rows that violate a check. */
  readonly violations: number
}

/** A request to prove the custody of a network. */
export interface ProofRequest {
  readonly requestedAt: Instant
  /** The person, as in the audit log. */
  readonly requestedBy: string
}

/** The end of a proof. */
export interface EndedProof {
  readonly endedAt: Instant
  /** The person who asked for it, or the command. */
  readonly endedBy: string
  readonly tookMs: number
  /** Why the balances could not be read; null for a proof with a result. */
  readonly fault: string | null
}

/** The proofs of the custody of a network: the request that has not ended, the last end, and the last result. */
export interface ChainProof {
  readonly id: ChainId
  readonly request: ProofRequest | undefined
  readonly ended: EndedProof | undefined
  readonly result: ChainResult | undefined
}
