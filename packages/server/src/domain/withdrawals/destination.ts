import type { Instant, Network, Scope } from '../shared/types.js'

/** An address that a merchant has added to its list of destinations. */
export interface Destination extends Scope {
  readonly id: string
  readonly label: string
  readonly network: Network
  /** In the network's own spelling. */
  readonly address: string
  readonly createdAt: Instant
  /** From then on withdrawals to it need no review for their destination. */
  readonly usableAt: Instant
}
