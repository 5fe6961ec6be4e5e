import type { Context } from '../context.js'
import type { CustodyCap } from '../ledger/custody-cap.js'
import type { Order } from '../orders/order.js'
import type { OrderUnitOfWork } from '../orders/order-unit-of-work.js'
import type { BlockRef, ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'

/** The transaction that records a step of a network. */
export interface StepUnitOfWork extends TransferUnitOfWork {
  /** Newest block of the step. */
  readonly to: BlockRef
  /** All orders that the step may change, locked, in their current state. */
  readonly orders: Map<string, Order>
}

/** The part of a step's transaction that treasury transfers need. */
export interface TransferUnitOfWork {
  readonly tx: Tx
  readonly context: Context
  readonly id: ChainId
  readonly depth: number
  /** Newest block that was recorded before. A rescan does not change what is recorded up to it. */
  readonly recordedTo: number
  readonly orderUnit: OrderUnitOfWork
  readonly custodyCap: CustodyCap
}
