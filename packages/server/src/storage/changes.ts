import type { Order } from '../domain/orders/order.js'
import type { ClockState } from '../domain/sandbox/business-clock.js'
import type { Committed, EnteredStatus } from '../domain/store/store.js'

/** The changes of one unit of work: collected while it runs, passed to `onCommit` once it is committed. */
export interface Changes extends Committed {
  readonly orders: Order[]
  readonly orderStatuses: EnteredStatus[]
  readonly environments: Set<string>
  deliveries: boolean
  withdrawals: boolean
  clock: ClockState | undefined
}

export const noChanges = (): Changes => ({
  orders: [],
  orderStatuses: [],
  environments: new Set(),
  deliveries: false,
  withdrawals: false,
  clock: undefined,
})
