import { searchForNamed } from '../../domain/orders/named-subjects.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { WithdrawalSearch } from '../../domain/store/withdrawal-tables.js'
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../domain/withdrawals/withdrawal.js'
import type { Html } from '../../runtime/html.js'
import { type ListFilter, listFilters, readListFilter } from '../frame/list-filter.js'
import type { Visit } from '../visit.js'

const KINDS = ['withdrawals', 'refunds'] as const

type Filters = ListFilter<WithdrawalStatus>['query']

/** The filters as the address has them. */
export const withdrawalQuery = (visit: Visit): Filters => ({
  ...readListFilter(visit, WITHDRAWAL_STATUSES).query,
  kind: kindIn(visit),
})

/** The search that the filters of the address are. */
export function readWithdrawalSearch(tx: Tx, visit: Visit): Promise<WithdrawalSearch> {
  const { merchantId, environment } = visit.caller
  const { status, network, range, amountMin, amountMax, text } = readListFilter(visit, WITHDRAWAL_STATUSES)
  const kind = kindIn(visit)
  return searchForNamed(tx, {
    ...{ merchantId, environment, status, network, ...range, amountMin, amountMax, text },
    isRefund: kind === undefined ? undefined : kind === 'refunds',
  })
}

const kindIn = (visit: Visit) => KINDS.find((each) => each === visit.query('kind'))

export const withdrawalFilters = (visit: Visit, query: Filters, summary: Html | undefined): Html =>
  listFilters(visit, {
    path: '/withdrawals',
    label: visit.plain('filter_withdrawals'),
    query,
    choice: {
      name: 'kind',
      label: visit.plain('kind'),
      options: KINDS.map((kind) => ({ value: kind, text: visit.plain(kind) })),
    },
    summary,
  })
