import type { Network } from '../chain/addresses.js'
import type { Scope } from '../scope.js'

/** An address that a merchant has added to its list of destinations. */
export interface Destination extends Scope {
  readonly id: string
  readonly label: string
  readonly network: Network
  /** In the network's own spelling. */
  readonly address: string
  readonly createdAt: number
}
