import type { CreateAppOrder, CreateOrder } from '../../../src/domain/orders/orders.js'

/** The fields that neither kind of order needs, left out. */
export const NO_FIELDS = {
  description: undefined,
  metadata: undefined,
  returnUrl: undefined,
  webhookUrl: undefined,
  idempotencyKey: undefined,
} as const satisfies Partial<CreateOrder & CreateAppOrder>

/** Input of an on-chain order of 25 USDT. */
export const orderInput = (given: Pick<CreateOrder, 'network'> & Partial<CreateOrder>): CreateOrder => ({
  ...NO_FIELDS,
  amount: '25',
  tolerance: undefined,
  ...given,
})
