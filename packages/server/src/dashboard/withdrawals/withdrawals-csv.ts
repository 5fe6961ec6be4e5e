import type { Position } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { findWithdrawals } from '../../domain/withdrawals/withdrawal-search.js'
import { BATCH_ROWS, type Columns } from '../../pages/csv.js'
import { cellsOf, type Spelling, spreadsheet } from '../frame/spreadsheet.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { readWithdrawalSearch } from './withdrawal-filter.js'

interface Row {
  readonly withdrawal: Withdrawal
  /** The number of the order that a refund gives back. */
  readonly refundOf: string | null
}

/** The withdrawals and refunds that the list shows, all of its pages. */
export const withdrawalsCsv: ReadPage = async (tx, visit) => {
  const search = await readWithdrawalSearch(tx, visit)
  return spreadsheet(visit, {
    name: 'withdrawals',
    columnsOf,
    async read(batch, after: Position | undefined) {
      const { rows, next } = await findWithdrawals(batch, search, { after, rows: BATCH_ROWS })
      return { rows: await Promise.all(rows.map((withdrawal) => readRow(batch, withdrawal))), next }
    },
  })
}

async function readRow(tx: Tx, withdrawal: Withdrawal): Promise<Row> {
  const order = withdrawal.orderId === null ? undefined : await tx.orders.find(withdrawal.orderId)
  return { withdrawal, refundOf: order?.orderNumber ?? null }
}

function columnsOf(visit: Visit, spelling: Spelling): Columns<Row> {
  const { zone } = visit
  const { amount, local, utc } = cellsOf(visit, spelling)
  return {
    withdrawal_number: ({ withdrawal }) => withdrawal.withdrawalNumber,
    status: ({ withdrawal }) => withdrawal.status,
    refund_of: ({ refundOf }) => refundOf,
    description: ({ withdrawal }) => withdrawal.description,
    metadata: ({ withdrawal }) => (withdrawal.metadata === '{}' ? null : withdrawal.metadata),
    [`created (${zone.name})`]: ({ withdrawal }) => local(withdrawal.createdAt),
    created_at: ({ withdrawal }) => utc(withdrawal.createdAt),
    [`completed (${zone.name})`]: ({ withdrawal }) => local(withdrawal.completedAt),
    completed_at: ({ withdrawal }) => utc(withdrawal.completedAt),
    amount: ({ withdrawal }) => amount(withdrawal.amount),
    fee: ({ withdrawal }) => amount(withdrawal.fee),
    network: ({ withdrawal }) => withdrawal.network,
    destination_address: ({ withdrawal }) => withdrawal.destinationAddress,
    tx_hash: ({ withdrawal }) => withdrawal.txHash,
    failure_code: ({ withdrawal }) => withdrawal.failureCode,
    id: ({ withdrawal }) => withdrawal.id,
  }
}
