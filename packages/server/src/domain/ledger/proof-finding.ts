import type { ChainId } from '../shared/types.js'

/** A row that violates a check, as it is kept of the last proof. */
export interface ProofFinding {
  readonly check: string
  readonly id: string
  readonly message: string
}

/** Findings kept of a proof; `ledger verify` prints the rest. */
export const MOST_FINDINGS = 10

/** Names the last proof of the ledger's own rows. */
export const LEDGER_SUBJECT = 'ledger'

/** Names the last proof of a network. */
export const chainSubject = ({ environment, network }: ChainId): string => `${environment}/${network}`
