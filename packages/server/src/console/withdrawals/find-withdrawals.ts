import { isoTime } from '../../domain/shared/iso-time.js'
import { formatUsdt } from '../../domain/shared/money.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import {
  WITHDRAWAL_STATUSES,
  type Withdrawal,
  type WithdrawalStatus,
} from '../../domain/withdrawals/withdrawal.js'
import { BATCH_ROWS, batchOf, type Columns } from '../../pages/csv.js'
import { newRows, POLLED_ROWS } from '../../pages/polls.js'
import type { Query } from '../../pages/visit.js'
import { newestCsv } from '../lists/csv.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'

/** The number of new withdrawals that match, for the script of the page. */
export const withdrawalsCount: ReadPage = async (tx, visit) =>
  newRows(visit, await findWithdrawals(tx, visit, POLLED_ROWS))

/** The newest withdrawals that match the filters of the list, as a file. */
export const withdrawalsCsv: ReadPage = async (_tx, visit) =>
  newestCsv(visit, 'withdrawals', COLUMNS, async (tx, before: string | undefined) =>
    batchOf(await findWithdrawals(tx, visit, BATCH_ROWS, before), ({ id }) => id),
  )

const COLUMNS: Columns<Withdrawal> = {
  id: ({ id }) => id,
  withdrawal_number: ({ withdrawalNumber }) => withdrawalNumber,
  merchant_id: ({ merchantId }) => merchantId,
  status: ({ status }) => status,
  review_reason: ({ reviewReason }) => reviewReason,
  network: ({ network }) => network,
  amount: ({ amount }) => formatUsdt(amount),
  fee: ({ fee }) => formatUsdt(fee),
  destination_address: ({ destinationAddress }) => destinationAddress,
  tx_hash: ({ txHash }) => txHash,
  refund_of: ({ orderId }) => orderId,
  description: ({ description }) => description,
  created_at: ({ createdAt }) => isoTime(createdAt),
  completed_at: ({ completedAt }) => (completedAt === null ? null : isoTime(completedAt)),
}

/** The filters of the address. */
export interface Filters extends Query {
  readonly status: WithdrawalStatus | undefined
  readonly merchant: string | undefined
}

export const queryOf = (visit: Visit): Filters => ({
  status: WITHDRAWAL_STATUSES.find((each) => each === visit.query('status')),
  merchant: visit.query('merchant'),
})

/** Finds the newest withdrawals that match. */
export function findWithdrawals(tx: Tx, visit: Visit, limit: number, before?: string): Promise<Withdrawal[]> {
  const { status, merchant: merchantId } = queryOf(visit)
  return tx.withdrawals.search({ environment: visit.environment, merchantId, status, limit, before })
}
