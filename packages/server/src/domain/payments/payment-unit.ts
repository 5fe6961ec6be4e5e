import type { Context } from '../context.js'
import type { CustodyCap } from '../ledger/custody-cap.js'
import type { Order } from '../orders/order.js'
import type { OrderUnitOfWork } from '../orders/order-unit-of-work.js'
import type { BlockRef, ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'

/** One step of one network on its way into the books. */
export interface StepUnitOfWork extends TransferUnitOfWork {
  /** Newest block that is booked with it. */
  readonly to: BlockRef
  /** Every order the step may touch, locked, as it stands now. */
  readonly orders: Map<string, Order>
}

/** What is needed to book the movements of a step. */
export interface TransferUnitOfWork {
  readonly tx: Tx
  readonly context: Context
  readonly id: ChainId
  readonly depth: number
  /** Newest block that was booked before: what the books have up to it, no second look at it changes. */
  readonly recordedTo: number
  readonly orderUnit: OrderUnitOfWork
  readonly custodyCap: CustodyCap
}
