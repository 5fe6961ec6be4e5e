import type { SearchStep, SearchWindow } from '../../../domain/shared/search-window.js'
import type { WithdrawalSearch, WithdrawalSums } from '../../../domain/store/withdrawal-tables.js'
import type { Withdrawal } from '../../../domain/withdrawals/withdrawal.js'
import { type Condition, given, textOf, valuesOf } from '../../list-ranges.js'
import { findWindow, type Searched, textCondition } from '../../search-window.js'
import { placeholders, type Sql } from '../../sql.js'
import { type Parts, readSum, sumParts } from '../shared/sums.js'
import { toWithdrawal, type WithdrawalRow } from './withdrawal-rows.js'

const TEXTS = ['withdrawal_number', 'destination_address', 'tx_hash', 'description']

/** Searches one window. */
export async function searchWindow(
  sql: Sql,
  search: WithdrawalSearch,
  { after, rows, limit }: SearchWindow,
): Promise<SearchStep<Withdrawal>> {
  const searched = searchedBy(search)
  const { where, end } = await findWindow(sql, searched, {
    after,
    rows: searched.compared.length === 0 ? undefined : rows,
  })
  const found = await sql.all<WithdrawalRow>(
    `SELECT * FROM withdrawals WHERE ${textOf(where)} ORDER BY created_at DESC, id DESC LIMIT ?`,
    ...valuesOf(where),
    limit,
  )
  const withdrawals = found.map(toWithdrawal)
  return { rows: withdrawals, last: withdrawals.length === limit ? withdrawals.at(-1) : end }
}

/** Counts and sums the newest withdrawals that match, over a window of them. */
export async function sumFound(sql: Sql, search: WithdrawalSearch, most: number): Promise<WithdrawalSums> {
  const { where, end } = await findWindow(sql, searchedBy(search), { rows: most + 1 })
  const row = await sql.get<Parts<'asked' | 'completed'> & { withdrawals: bigint }>(
    `SELECT COUNT(*) AS withdrawals, ${sumParts('amount', 'amount > 0', 'asked')},
       ${sumParts('amount', "status = 'COMPLETED'", 'completed')}
     FROM withdrawals WHERE ${textOf(where)}`,
    ...valuesOf(where),
  )
  return {
    withdrawals: Number(row?.withdrawals ?? 0),
    asked: readSum(row, 'asked'),
    completed: readSum(row, 'completed'),
    isCut: end !== undefined,
  }
}

/** Status and time are those of indexes. */
function searchedBy({ merchantId, environment, status, ids, from, to, ...rest }: WithdrawalSearch): Searched {
  const { network, isRefund, amountMin, amountMax, text } = rest
  return {
    table: 'withdrawals',
    indexed: [
      ...(ids === undefined ? [] : [idCondition(ids)]),
      // The expression keeps SQLite from the index of merchants, which would read all withdrawals of a merchant.
      [`withdrawals.merchant_id${ids === undefined ? '' : " || ''"} = ?`, merchantId],
      ['withdrawals.environment = ?', environment],
      ...given('withdrawals.status = ?', status),
    ],
    time: { from, to },
    compared: [
      ...given('withdrawals.network = ?', network),
      ...given('withdrawals.amount >= ?', amountMin),
      ...given('withdrawals.amount <= ?', amountMax),
      ...(isRefund === undefined ? [] : [refundCondition(isRefund)]),
      ...(text === undefined ? [] : [textCondition('withdrawals', TEXTS, text)]),
    ],
  }
}

const idCondition = (ids: readonly string[]): Condition => [
  `withdrawals.id IN (${placeholders(ids.length)})`,
  ...ids,
]

const refundCondition = (isRefund: boolean): Condition => [
  `withdrawals.order_id IS ${isRefund ? 'NOT ' : ''}NULL`,
]
