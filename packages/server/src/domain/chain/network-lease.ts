import type { ChainId } from '../shared/types.js'
import type { ChainPosition } from './chain-health.js'

/** The lease by which one server of several follows a network. */
export interface NetworkLease extends ChainId {
  /** A random id of the server. */
  readonly holder: string
  /** Time until the lease ends by the database's clock; 0 or less once it has ended. */
  readonly leftMs: number
  /** Undefined before the network was first followed. */
  readonly position: ChainPosition | undefined
}
