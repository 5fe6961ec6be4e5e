import { LINK_STATUSES, type LinkStatus } from '../../domain/links/payment-link.js'
import type { LinkSearch } from '../../domain/store/link-tables.js'
import type { Html } from '../../runtime/html.js'
import { type ListFilter, listFilters, readListFilter } from '../frame/list-filter.js'
import type { Visit } from '../visit.js'

const USES = { ONCE: 'once', MANY: 'many' } as const

/** The filters of the address. */
export interface ReadFilter extends Pick<ListFilter<LinkStatus>, 'query'> {
  readonly search: LinkSearch
}

export function readLinkFilter(visit: Visit): ReadFilter {
  const { merchantId, environment } = visit.caller
  const { query, status, range } = readListFilter(visit, LINK_STATUSES)
  const { q, period, from, to } = query
  const uses = (['ONCE', 'MANY'] as const).find((each) => each === visit.query('uses'))
  const text = visit.query('q')
  return {
    query: { status, q, period, from, to, uses },
    search: { merchantId, environment, status, ...range, uses, text, now: visit.now },
  }
}

export const linkFilters = (visit: Visit, { query }: ReadFilter, summary: Html | undefined): Html =>
  listFilters(visit, {
    path: '/links',
    label: visit.plain('filter_links'),
    query,
    choice: {
      name: 'uses',
      label: visit.plain('how_often'),
      options: Object.entries(USES).map(([value, word]) => ({ value, text: visit.plain(word) })),
    },
    hasPayments: false,
    summary,
  })
