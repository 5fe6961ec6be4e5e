import type { Planted } from './fault.js'

const limits = 'domain/links/link-limits.ts'
const orders = 'domain/links/link-orders.ts'

/** Faults of payment links: the tabs of a payer, the sums, and the limits against strangers. */
export const LINK_FAULTS: readonly Planted[] = [
  {
    name: 'another tab of a payer opens another order',
    file: orders,
    from: 'visitor === undefined ? [] : tx.paymentLinks.listOpenedBy(id, visitor)',
    to: '[]',
  },
  {
    name: 'an order of another network stays open',
    file: orders,
    from: 'if (locked) await endWindowAt(tx, context, locked, now)',
    to: '',
  },
  {
    name: 'a paid invoice takes payments',
    file: 'domain/links/payment-link.ts',
    from: "link.uses === 'ONCE' && link.paidOrdersCount > 0",
    to: "link.uses === 'ONCE' && link.paidOrdersCount > 9",
  },
  {
    name: 'an order that is accepted does not pay its link',
    file: 'domain/orders/order-acceptance.ts',
    from: 'if (order.paymentLinkId !== null && !paysLink(order))',
    to: 'if (order.paymentLinkId !== null && paysLink(order))',
  },
  {
    name: 'an accepted order that is paid in full pays its link twice',
    file: 'domain/orders/order.ts',
    from: "(order.status === 'UNDERPAID' &&",
    to: '(order.status !== order.status &&',
  },
  {
    name: 'a closed link takes payments',
    file: orders,
    from: "!link || linkStatus(link, now) !== 'OPEN'",
    to: "!link || linkStatus(link, now) === 'PAID'",
  },
  {
    name: 'a link has any number of open orders',
    file: limits,
    from: 'ofLink > ORDERS_PER_LINK',
    to: 'ofLink > 10 * ORDERS_PER_LINK',
  },
  {
    name: 'a network address has any number of open orders of a link',
    file: limits,
    from: 'ofAddress > LINK_ORDERS_PER_ADDRESS',
    to: 'ofAddress > 10 * LINK_ORDERS_PER_ADDRESS',
  },
  {
    name: 'the credit of an order is not counted for its link',
    file: 'domain/orders/order-unit-of-work.ts',
    from: 'credited: after.credited - before.credited',
    to: 'credited: 0n',
  },
]
