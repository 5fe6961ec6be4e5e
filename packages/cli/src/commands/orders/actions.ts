import type { SimulateOrder } from '@merchantpay/sdk'

/** The actions that a sandbox order can be simulated with. */
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
