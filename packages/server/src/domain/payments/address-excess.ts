import type { Usdt } from '../shared/money.js'
import type { ChainId, Instant } from '../shared/types.js'

/** An address whose balance exceeds the recorded one. A payment may have been missed, so its order does not expire. */
export interface AddressExcess extends ChainId {
  readonly address: string
  /** The order that leases the address. */
  readonly orderId: string
  /** Difference between the balance and the recorded one, 1e-8 USDT. */
  readonly amount: Usdt
  /** The part of `amount` that the operator accepted as not belonging to the order. */
  readonly accepted: Usdt
  /** When the blocks of the lease are next rescanned. */
  readonly rescanAt: Instant
  /** The last rescanned block; 0 if the rescan starts at the beginning of the lease. */
  readonly rescannedTo: number
}
