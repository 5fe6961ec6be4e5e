import { usdt } from '../../../domain/shared/money.js'
import type { Environment, Network } from '../../../domain/shared/types.js'
import type {
  FailureCode,
  ReviewReason,
  Withdrawal,
  WithdrawalStatus,
} from '../../../domain/withdrawals/withdrawal.js'
import { instantOrNull } from '../../sql.js'

export interface WithdrawalRow {
  id: string
  merchant_id: string
  environment: Environment
  withdrawal_number: string
  status: WithdrawalStatus
  amount: bigint
  fee: bigint
  network: Network
  destination_address: string
  tx_hash: string | null
  confirmations: bigint
  failure_code: FailureCode | null
  review_reason: ReviewReason | null
  approved_at: bigint | null
  void_requested_at: bigint | null
  order_id: string | null
  includes_fee: bigint
  made_by: string | null
  made_by_operator: string | null
  description: string | null
  metadata: string
  webhook_url: string | null
  created_at: bigint
  updated_at: bigint
  completed_at: bigint | null
  version: bigint
}

export const toWithdrawal = (row: WithdrawalRow): Withdrawal => ({
  id: row.id,
  merchantId: row.merchant_id,
  environment: row.environment,
  withdrawalNumber: row.withdrawal_number,
  status: row.status,
  amount: usdt(row.amount),
  fee: usdt(row.fee),
  network: row.network,
  destinationAddress: row.destination_address,
  txHash: row.tx_hash,
  confirmations: Number(row.confirmations),
  failureCode: row.failure_code,
  reviewReason: row.review_reason,
  approvedAt: instantOrNull(row.approved_at),
  voidRequestedAt: instantOrNull(row.void_requested_at),
  orderId: row.order_id,
  includesFee: row.includes_fee === 1n,
  madeBy: row.made_by === null ? null : { name: row.made_by, operator: row.made_by_operator },
  description: row.description,
  metadata: row.metadata,
  webhookUrl: row.webhook_url,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
  completedAt: instantOrNull(row.completed_at),
  version: Number(row.version),
})
