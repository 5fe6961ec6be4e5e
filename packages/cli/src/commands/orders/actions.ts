import type { SimulateOrder } from '@merchantpay/sdk'

/** What can be simulated on a sandbox order. */
export const ACTIONS: readonly SimulateOrder['action'][] = [
  'pay',
  'authorise',
  'underpay',
  'overpay',
  'late_pay',
  'expire',
  'freeze',
  'reorg',
]
