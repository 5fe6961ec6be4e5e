import type { OrderStatus } from '../../../src/domain/orders/order.js'
import type { WithdrawalStatus } from '../../../src/domain/withdrawals/withdrawal.js'
import type { LedgerDatabase } from './ledger-database.js'

export interface AccountRow {
  id: string
  owner: string
  code: string
  normal: 'debit' | 'credit'
  floor: bigint | null
  balance: bigint
}
export interface TransactionRow {
  id: string
  kind: string
  reference: string
  key: string
  resolves: string | null
  reverses: string | null
}
export interface PostingRow {
  transaction_id: string
  sequence: bigint
  debit: string
  credit: string
  amount: bigint
}
export interface OrderRow {
  id: string
  merchant_id: string
  kind: 'on-chain' | 'app'
  network: string | null
  status: OrderStatus
  received: bigint
  confirmed: bigint
  credited: bigint
  fee_rate: bigint
  min_due: bigint | null
  rejected_at: bigint | null
  window_ended_at: bigint | null
}
export interface TransferRow {
  network: string
  tx_hash: string
  log_index: bigint
  incarnation: bigint
  to_address: string
  value: bigint
  block_number: bigint
  block_time: bigint
  due_block: bigint
  late: bigint
  order_id: string | null
  ignored_reason: string | null
  confirmed_at: bigint | null
  orphaned_at: bigint | null
  attributed_to: string | null
}
export interface TreasuryTransferRow {
  network: string
  kind: 'sweep' | 'topup' | 'outgoing' | 'move' | 'destroyed'
  value: bigint
  ignored_reason: string | null
  confirmed_at: bigint | null
  orphaned_at: bigint | null
}
export interface WithdrawalRow {
  id: string
  merchant_id: string
  network: string
  status: WithdrawalStatus
  order_id: string | null
  includes_fee: bigint
  amount: bigint
  fee: bigint
  tx_hash: string | null
  failure_code: string | null
}
export interface PaymentRow {
  id: string
  order_id: string
  status: 'AUTHORISED' | 'SETTLED' | 'VOIDED'
  amount: bigint
}
export interface LeaseRow {
  order_id: string
  address_id: string
  from_at: bigint
  released_at: bigint | null
  until_at: bigint | null
}
export interface SentRow {
  network: string
  tx_hash: string
  from_address: string
  to_address: string
  value: bigint
  block_number: bigint
}
/** Every stored row that concerns money. */
export interface Rows {
  readonly accounts: readonly AccountRow[]
  readonly transactions: readonly TransactionRow[]
  readonly postings: readonly PostingRow[]
  readonly orders: readonly OrderRow[]
  readonly transfers: readonly TransferRow[]
  readonly treasuryTransfers: readonly TreasuryTransferRow[]
  readonly withdrawals: readonly WithdrawalRow[]
  readonly payments: readonly PaymentRow[]
  readonly leases: readonly LeaseRow[]
  /** The kept totals of lists. */
  readonly counts: readonly { list: string; total: bigint }[]
  readonly addresses: readonly { network: string; address: string }[]
  readonly events: readonly { subject: string; event: string; body: string }[]
  readonly cursors: readonly { network: string; block_number: bigint }[]
  /** Transfers on the sandbox networks, which the ledger is compared with. */
  readonly sent: readonly SentRow[]
}

export const readRows = async ({ rows }: Pick<LedgerDatabase, 'rows'>): Promise<Rows> => ({
  accounts: await rows('SELECT id, owner, code, normal, floor, balance FROM ledger_accounts'),
  transactions: await rows(
    'SELECT id, kind, reference, idempotency_key AS key, resolves, reverses FROM ledger_transactions',
  ),
  postings: await rows(
    `SELECT transaction_id, sequence, debit_account AS debit, credit_account AS credit, amount
     FROM ledger_postings ORDER BY transaction_id, sequence`,
  ),
  orders: await rows('SELECT * FROM orders'),
  transfers: await rows('SELECT * FROM transfers'),
  treasuryTransfers: await rows('SELECT * FROM movements'),
  withdrawals: await rows('SELECT * FROM withdrawals'),
  payments: await rows('SELECT * FROM app_payments'),
  leases: await rows('SELECT * FROM address_leases ORDER BY address_id, from_at'),
  counts: await rows('SELECT list, CAST(SUM(total) AS BIGINT) AS total FROM list_counts GROUP BY list'),
  addresses: await rows('SELECT network, address FROM addresses'),
  events: await rows('SELECT subject, event, body FROM webhook_events'),
  cursors: await rows('SELECT network, block_number FROM chain_cursors'),
  sent: await rows('SELECT * FROM sandbox_transfers'),
})
