import type { Merchant } from '../../../src/domain/merchants/merchant.js'
import type { AppOrder, OnChainOrder } from '../../../src/domain/orders/order.js'
import { ZERO } from '../../../src/domain/shared/money.js'
import type { Withdrawal } from '../../../src/domain/withdrawals/withdrawal.js'
import { amount, rate, START } from '../domain/context.js'

export const merchant = (id: string): Merchant => ({
  id,
  platformUserId: `user of ${id}`,
  name: 'Shop',
  email: 'shop@example.com',
  status: 'PENDING_KYB',
  tier: 'BASIC',
  surcharge: 0n,
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

/** An open on-chain order of 25.00 USDT with 1 % tolerance. */
export function chainOrder(id: string, merchantId: string): OnChainOrder {
  const {
    amountMode: _mode,
    scale: _scale,
    amountMin: _min,
    amountMax: _max,
    ...base
  } = appOrder(id, merchantId)
  return {
    ...base,
    kind: 'on-chain',
    amount: amount('25.00'),
    price: null,
    network: 'TRC20',
    address: { id: `address of ${id}`, address: `T-${id}` },
    checkoutToken: `token of ${id}`,
    tolerance: rate('0.01'),
    minDue: amount('24.75'),
    paymentLinkId: null,
    acceptance: null,
    depth: 3,
  }
}

/** A withdrawal of 100.00 USDT with a fee of 1.50. */
export const withdrawal = (id: string, merchantId: string): Withdrawal => ({
  id,
  merchantId,
  environment: 'test',
  withdrawalNumber: `wdr_${id}`,
  status: 'PENDING',
  amount: amount('100.00'),
  fee: amount('1.50'),
  network: 'TRC20',
  destinationAddress: 'T-outside',
  txHash: null,
  confirmations: 0,
  failureCode: null,
  reviewReason: null,
  approvedAt: null,
  voidRequestedAt: null,
  orderId: null,
  includesFee: false,
  madeBy: { name: 'mk_test_1', operator: null },
  description: null,
  metadata: '{}',
  webhookUrl: null,
  createdAt: START,
  updatedAt: START,
  completedAt: null,
  version: 1,
})
