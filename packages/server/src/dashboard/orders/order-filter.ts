import { ORDER_STATUSES, type OrderStatus } from '../../domain/orders/order.js'
import type { OrderFilter } from '../../domain/store/order-tables.js'
import type { Html } from '../../runtime/html.js'
import { isNarrow, type ListFilter, listFilters, readListFilter } from '../frame/list-filter.js'
import type { Visit } from '../visit.js'

/** The filters of the address. */
export interface ReadFilter extends Pick<ListFilter<OrderStatus>, 'query' | 'text'> {
  readonly filter: OrderFilter
  /** Whether anything besides the status selects orders. */
  readonly isNarrow: boolean
}

export function readOrderFilter(visit: Visit): ReadFilter {
  const { merchantId, environment } = visit.caller
  const { query, status, network, range, amountMin, amountMax, text } = readListFilter(visit, ORDER_STATUSES)
  const since = visit.ordersSince
  return {
    query,
    filter: {
      ...{ merchantId, environment, status, network, ...range },
      ...(since && { from: Math.max(since, range.from ?? 0) }),
      amountMin,
      amountMax,
    },
    text,
    isNarrow: since !== undefined || isNarrow(query),
  }
}

/** The filters above the list. The text is typed into the search of the page. */
export const orderFilters = (visit: Visit, { query }: ReadFilter, summary: Html | undefined): Html =>
  listFilters(visit, {
    path: '/orders',
    label: visit.plain('filter_orders'),
    query,
    hasText: false,
    summary,
  })
