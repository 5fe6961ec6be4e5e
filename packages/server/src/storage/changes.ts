import type { Order } from '../domain/orders/order.js'
import type { Committed } from '../domain/store/store.js'

/** The changes of one unit of work: collected while it runs, passed to `onCommit` once it is committed. */
export interface Changes extends Committed {
  readonly orders: Order[]
  readonly environments: Set<string>
  deliveries: boolean
  withdrawals: boolean
}

export const noChanges = (): Changes => ({
  orders: [],
  environments: new Set(),
  deliveries: false,
  withdrawals: false,
})
