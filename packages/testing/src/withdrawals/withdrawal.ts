import type { Usdt } from '@merchantpay/sdk/money'
import type { Network } from '../chain/addresses.js'
import type { Scope } from '../scope.js'
import type { BusinessFields } from '../validation/business-fields.js'

export interface Withdrawal extends Scope, BusinessFields {
  readonly id: string
  readonly withdrawalNumber: string
  /** The amount that arrives; the fee is charged on top. */
  readonly amount: Usdt
  readonly fee: Usdt
  readonly network: Network
  readonly destinationAddress: string
  /** The order that it refunds. */
  readonly orderId: string | undefined
  readonly createdAt: number
  status: 'PENDING' | 'REVIEW' | 'PROCESSING' | 'BROADCAST' | 'COMPLETED' | 'FAILED' | 'CANCELED'
  txHash: string | null
  confirmations: number
  failureCode: 'canceled' | 'compliance' | 'reverted' | 'expired_unbroadcast' | null
  updatedAt: number
  completedAt: number | null
}

/** The ids of a refund as they are written; nothing for another withdrawal. */
export const refundIds = ({ id, orderId }: Withdrawal): { order_id?: string; refund_id?: string } =>
  orderId === undefined ? {} : { order_id: orderId, refund_id: id }
