import type { Planted } from './fault.js'

const state = 'domain/orders/order-state.ts'
const orders = 'domain/orders/orders.ts'
const unit = 'domain/orders/order-unit-of-work.ts'
const addresses = 'storage/tables/orders/addresses.ts'

/** Faults of orders: their states, reviews, windows and addresses. */
export const ORDER_FAULTS: readonly Planted[] = [
  {
    name: 'a late payment counts as in time',
    file: state,
    from: "if (status === 'OPEN') return { to: isLate ? 'OPEN' : 'CONFIRMING' }",
    to: "if (status === 'OPEN') return { to: 'CONFIRMING' }",
  },
  {
    name: 'a part pays the order',
    file: state,
    from: 'confirmed >= minDue',
    to: 'confirmed * 3n >= minDue',
  },
  {
    name: 'an underpaid order is reported as expired',
    file: state,
    from: '(confirmed === ZERO ? PAYMENT.EXPIRED : PAYMENT.UNDERPAID)',
    to: 'PAYMENT.EXPIRED',
  },
  {
    name: 'an expired order is never paid',
    file: state,
    from: 'return isPaid(order) ? PAYMENT.EXPIRED_PAID : PAYMENT.UNDERPAID',
    to: 'return PAYMENT.UNDERPAID',
  },
  {
    name: 'an underpaid order is never completed',
    file: state,
    from: "return isPaid(order) ? PAYMENT.EXPIRED_PAID : { to: 'UNDERPAID' }",
    to: "return { to: 'UNDERPAID' }",
  },
  {
    name: 'a first part of a payment ends the order',
    file: state,
    from: 'return isPaid(order) ? PAYMENT.PAID : continues(inFlightState)',
    to: 'return isPaid(order) ? PAYMENT.PAID : PAYMENT.UNDERPAID',
  },
  {
    name: 'a cleared order keeps its money frozen',
    file: state,
    from: 'return clear(before, after.version, before.credited)',
    to: 'return []',
  },
  {
    name: 'a cleared order that was paid late counts as paid in time',
    file: state,
    from: 'hadEnded || fact.isLate',
    to: 'hadEnded',
  },
  {
    name: 'the money of a rejected order stays with the merchant',
    file: state,
    from: 'return reject(before, before.credited)',
    to: 'return clear(before, after.version, before.credited)',
  },
  {
    name: 'a rejected order still counts as credited',
    file: 'domain/orders/order-amounts.ts',
    from: 'return { ...order, credited: ZERO }',
    to: 'return order',
  },
  {
    name: 'a frozen order is not reported',
    file: state,
    from: "{ to: 'FROZEN', event: 'payment.frozen', frozenReason: 'compliance' } : undefined",
    to: "{ to: 'FROZEN', frozenReason: 'compliance' } : undefined",
  },
  {
    name: 'a frozen order is paid by its amounts',
    file: state,
    from: 'return isFinal(order.status) ? { to: order.status } : undefined',
    to: 'return isPaid(order) ? PAYMENT.PAID : { to: order.status }',
  },
  {
    name: 'the tolerance of an order is forgotten',
    file: orders,
    from: 'minDue: minDue(amount, tolerance),',
    to: 'minDue: amount,',
  },
  {
    name: 'the idempotency key of an order is not claimed',
    file: orders,
    from: "      operation: 'createOrder',\n      key: input.idempotencyKey,",
    to: "      operation: 'createOrder',\n      key: undefined,",
  },
  {
    name: 'the idempotency key of an app order is not claimed',
    file: orders,
    from: "    operation: 'createAppOrder',\n    key: input.idempotencyKey,",
    to: "    operation: 'createAppOrder',\n    key: undefined,",
  },
  {
    name: 'an idempotency key is forgotten after a second',
    file: 'domain/shared/idempotency.ts',
    from: 'expiresAt: at + IDEMPOTENCY_MS,',
    to: 'expiresAt: at + 1_000,',
  },
  {
    name: 'a used idempotency key answers for other parameters',
    file: 'domain/shared/idempotency.ts',
    from: 'if (first.inputHash !== inputHash) requireSame',
    to: 'if (first.inputHash === undefined) requireSame',
  },
  {
    name: 'an order that is given up keeps its window',
    file: 'domain/orders/order-window.ts',
    from: 'return order.expireAt <= now ? order : endWindowAt(tx, context, order, now)',
    to: 'return order',
  },
  {
    name: 'an order is accepted for its amount',
    file: 'domain/orders/order-acceptance.ts',
    from: 'const acceptance = { amount: order.received, at, by }',
    to: 'const acceptance = { amount: order.amount, at, by }',
  },
  {
    name: 'a clock that is wrong for a moment is followed',
    file: 'runtime/clock.ts',
    from: 'if (passed - set.since >= STEADY_MS)',
    to: 'if (passed - set.since >= 0)',
  },
  {
    name: 'an address rests for no time',
    file: unit,
    from: 'changed.updatedAt) + context.policy.addressCooldownMs',
    to: 'changed.updatedAt)',
  },
  {
    name: 'an address rests from the end of its order by a wrong clock',
    file: unit,
    from: 'Math.max(changed.createdAt, changed.updatedAt)',
    to: 'changed.updatedAt',
  },
  {
    name: 'a rested address is leased again and again',
    file: addresses,
    from: 'UPDATE addresses SET free_at = NULL\n',
    to: 'UPDATE addresses SET free_at = free_at\n',
  },
  {
    name: 'a rested address goes to any merchant',
    file: addresses,
    from: 'WHERE merchant_id = ? AND environment = ? AND network = ?\n                       AND free_at',
    to: 'WHERE (merchant_id = ? OR 1 = 1) AND environment = ? AND network = ?\n                       AND free_at',
  },
  {
    name: 'some orders get the index of the order before',
    file: 'domain/orders/address-leases.ts',
    from: 'tx.addresses.takeIndex(id),',
    to: 'tx.addresses.takeIndex(id).then((taken) => (taken % 16 === 0 ? taken - 1 : taken)),',
  },
  {
    name: 'an order that is paid again is in the sums of its day twice',
    file: 'domain/orders/paid-sums.ts',
    from: 'this.add(before, -1)',
    to: '',
  },
]
