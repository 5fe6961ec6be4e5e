import type { Merchant } from '../../src/domain/merchants.js'
import { ZERO } from '../../src/domain/money.js'
import type { AppOrder } from '../../src/domain/orders.js'
import { amount, rate, START } from './unit-context.js'

export const merchant = (id: string): Merchant => ({
  id,
  platformUserId: `user of ${id}`,
  name: 'Shop',
  email: 'shop@example.com',
  status: 'PENDING_KYB',
  tier: 'BASIC',
  activatedAt: null,
  createdAt: START,
  updatedAt: START,
})

/** An open app-only order of 25.00 USDT. */
export const appOrder = (id: string, merchantId: string): AppOrder => ({
  kind: 'app',
  id,
  merchantId,
  environment: 'test',
  orderNumber: `ord_${id}`,
  status: 'OPEN',
  amountMode: 'FIXED',
  amount: amount('25.00'),
  scale: 2,
  amountMin: amount('0.01'),
  amountMax: amount('200000'),
  received: ZERO,
  confirmed: ZERO,
  credited: ZERO,
  feeRate: rate('0.01'),
  expireAt: START + 1_800_000,
  description: null,
  metadata: '{}',
  returnUrl: null,
  webhookUrl: null,
  remark: null,
  frozenReason: null,
  rejectedAt: null,
  windowEndedAt: null,
  paidAt: null,
  createdAt: START,
  updatedAt: START,
  version: 1,
})
