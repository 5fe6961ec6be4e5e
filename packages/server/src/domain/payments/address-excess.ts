import type { Usdt } from '../shared/money.js'
import type { ChainId, Instant } from '../shared/types.js'

/** An address that holds more than the books know: a payment may have been missed, so its order does not expire. */
export interface AddressExcess extends ChainId {
  readonly address: string
  /** The order that waits for it. */
  readonly orderId: string
  /** What the books do not know, 1e-8 USDT. */
  readonly amount: Usdt
  /** How much of it the operator said to be of another time. */
  readonly accepted: Usdt
  /** When its blocks are read again. */
  readonly rescanAt: Instant
  /** The last block that was read again, 0 where its lease is read from the beginning. */
  readonly rescannedTo: number
}
