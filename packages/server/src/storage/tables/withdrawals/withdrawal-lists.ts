import type { Page, Scope } from '../../../domain/shared/types.js'
import type { WithdrawalListFilter } from '../../../domain/store/withdrawal-tables.js'
import {
  type Condition,
  countOfRanges,
  given,
  idsOfRanges,
  type Range,
  wholeRange,
  within,
} from '../../list-ranges.js'
import { pageOfIds } from '../../page-clause.js'
import type { SqlValue } from '../../sql.js'

type Query = [text: string, ...values: SqlValue[]]

const ROWS = { select: 'SELECT * FROM withdrawals', table: 'withdrawals' }

/** Counts the withdrawals of a list. */
export const countQuery = (scope: Scope, filter: WithdrawalListFilter): Query =>
  countOfRanges([rangeOf(scope, filter)])

/** Selects a page of a list, newest first. */
export const listQuery = (scope: Scope, filter: WithdrawalListFilter, page: Page): Query =>
  pageOfIds(ROWS, idsOfRanges([rangeOf(scope, filter)], page))

/** The withdrawals that changed in a time are read whole, and compared with the other filters. */
function rangeOf({ merchantId, environment }: Scope, filter: WithdrawalListFilter): Range {
  const own: Condition = ['merchant_id = ? AND environment = ?', merchantId, environment]
  const rest = [...given('status = ?', filter.status), ...within('created_at', filter)]
  if (!filter.updated) return { from: ['withdrawals'], id: 'id', where: [own, ...rest] }
  const updated = [own, ...within('updated_at', filter.updated)]
  return { from: wholeRange('withdrawals', ['status'], updated), id: 'id', where: rest }
}
