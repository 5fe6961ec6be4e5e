import type { Order, OrderStatus } from '../domain/orders/order.js'
import type { ClockState } from '../domain/sandbox/business-clock.js'
import type { Environment } from '../domain/shared/types.js'
import type { Committed } from '../domain/store/store.js'

/** The changes of one unit of work: collected while it runs, passed to `onCommit` once it is committed. */
export interface Changes extends Committed {
  readonly orders: Order[]
  readonly orderStatuses: { environment: Environment; status: OrderStatus }[]
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
