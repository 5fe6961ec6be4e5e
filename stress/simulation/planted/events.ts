import type { Planted } from './fault.js'

const list = 'domain/webhooks/event-list.ts'

/** Faults of the list of events, and of the event of a second payment. */
export const EVENT_FAULTS: readonly Planted[] = [
  {
    name: 'a reader gets the last event of a page again',
    file: 'storage/tables/webhooks/event-list.ts',
    from: 'AND position > 0 AND position > ?',
    to: 'AND position > 0 AND position >= ?',
  },
  {
    name: 'a reader misses an event between two pages',
    file: list,
    from: 'const reached = events.at(-1)?.position ?? start',
    to: 'const reached = found.at(-1)?.position ?? start',
  },
  {
    name: 'a cursor from before a restore is taken',
    file: list,
    from: 'if (recovery === present.recovery && isKept) return',
    to: 'if (isKept) return',
  },
  {
    name: 'the events of every merchant are listed',
    file: 'storage/tables/webhooks/event-list.ts',
    from: 'WHERE merchant_id = ? AND environment = ? AND position > 0',
    to: 'WHERE (merchant_id = ? OR 1 = 1) AND environment = ? AND position > 0',
  },
  {
    name: 'a second payment of an order has no event',
    file: 'domain/orders/order-state.ts',
    from: "? { to: order.status, event: 'payment.overpaid' }",
    to: '? { to: order.status }',
  },
]
