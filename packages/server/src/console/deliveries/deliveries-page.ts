import type { DeliveryCounts } from '../../domain/store/overview-tables.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { DeliveryStatus, DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import { RESENT_AT_ONCE } from '../../domain/webhooks/webhook-history.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { noMatch } from '../../pages/parts.js'
import { pollOf } from '../../pages/polls.js'
import { savedFilters } from '../../pages/saved-filters.js'
import { receiverOf } from '../../pages/views/deliveries.js'
import { type Count, statusTabs } from '../../pages/views/status-tabs.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { type Option, searchField } from '../../ui/fields.js'
import { number } from '../../ui/figures.js'
import { filterSelect } from '../../ui/filters.js'
import { pageHead } from '../../ui/shell.js'
import { csvButton } from '../lists/csv.js'
import { listFilters, merchantFilter } from '../lists/filters.js'
import { pagesOf, placeOf } from '../lists/pages.js'
import { byMerchantName, merchantNames } from '../merchants/merchant-names.js'
import { FILTER_FORMS } from '../operators/saved-filters.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { deliveryTable } from './delivery-table.js'
import { type Filters, findDeliveries, queryOf, withUrls } from './find-deliveries.js'
import { openedDelivery } from './opened-delivery.js'

const TABS: readonly DeliveryStatus[] = ['PENDING', 'FAILED', 'DELIVERED']

/** The webhooks of all merchants. The failed ones are those that nothing has sent again. */
export const deliveriesPage: ReadPage = async (tx, visit) => {
  const named = await byMerchantName(tx, visit, '/deliveries')
  if (named) return named
  const query = queryOf(visit)
  const open = visit.query('open')
  const opened = open === undefined ? undefined : await tx.webhookHistory.find(open)
  const at = opened ? visit.in(opened.event.environment) : visit
  const found = await findDeliveries(tx, at, PAGE_ROWS + 1, placeOf(at))
  const listed = found.slice(0, PAGE_ROWS)
  const isListed = listed.some(({ id }) => id === opened?.id)
  // Without a filter that names it, an older delivery stands above the list.
  const deliveries = opened && !isListed ? [opened, ...listed] : listed
  const rows = await withUrls(tx, deliveries)
  const detail = opened ? await openedDelivery(tx, opened, at) : undefined
  const counts = await tx.overview.countDeliveries(at.environment)
  const names = await merchantNames(tx, [
    ...rows.map(({ event }) => event.merchantId),
    ...(query.merchant === undefined ? [] : [query.merchant]),
  ])
  const endpoints = query.merchant === undefined ? [] : await endpointsOf(tx, at, query.merchant)
  const body =
    rows.length === 0
      ? nothing(at, query)
      : html`${deliveryTable(rows, at, query, names, opened?.id, detail)}${pages(at, listed, found.length > PAGE_ROWS, counts)}`
  const main = html`${pageHead({
    title: 'Deliveries',
    line: 'Every webhook that this server sent or still has to send. Filters look at the newest 10,000. Times are UTC.',
    actions: buttons(csvButton(at, '/deliveries.csv', query), resendAll(at, query, counts)),
  })}${statusTabs(at, {
    label: 'Statuses',
    path: '/deliveries',
    query,
    statuses: TABS,
    countOf: (status) => countOf(counts, status),
  })}${filters(at, query, endpoints, names.get(`${query.merchant}`))}${await savedFilters(tx, at, { list: 'deliveries', query: query, forms: FILTER_FORMS })}${card({ id: 'deliveries', isFlush: true, body })}`
  return {
    kind: 'content',
    title: 'Deliveries',
    section: 'deliveries',
    visit: at,
    main,
    ...pollOf(at, '/deliveries.json', query, listed, placeOf(at)),
  }
}

/** The number of a tab. A number is cut where there may be more, beyond the deliveries that were looked at. */
function countOf(counts: DeliveryCounts, status: DeliveryStatus | undefined): Count {
  const { recent, isRecentCut, failed, isFailedCut } = counts
  if (status === 'FAILED') return { count: failed, isCut: isFailedCut }
  const total = [...recent.values()].reduce((sum, each) => sum + each, 0)
  return { count: status === undefined ? total : (recent.get(status) ?? 0), isCut: isRecentCut }
}

/** The button that sends the failed ones again: of all receivers, or of the one whose failed ones are listed. */
function resendAll(
  visit: Visit,
  { status, target, merchant }: Filters,
  { failed, isFailedCut }: DeliveryCounts,
): Html {
  const isAboutOthers = merchant !== undefined || (target !== undefined && status !== 'FAILED')
  if (failed === 0 || isAboutOthers || !visit.may('deliveries resend-failed')) return NOTHING
  const isCounted = target === undefined && !isFailedCut && failed <= RESENT_AT_ONCE
  return buttonLink({
    text: isCounted ? `Send ${number(failed)} failed again` : 'Send failed ones again',
    icon: 'loop',
    kind: status === 'FAILED' ? 'primary' : 'secondary',
    href: visit.href('/deliveries/failed/resend', { target }),
  })
}

/** The endpoints of a merchant as choices of the filter. */
const endpointsOf = async (tx: Tx, { environment }: Visit, merchantId: string): Promise<Option[]> =>
  (await tx.webhookEndpoints.list({ merchantId, environment })).map(({ id, url }) => ({
    value: id,
    text: receiverOf(url),
  }))

const filters = (
  visit: Visit,
  { status, target, merchant }: Filters,
  endpoints: readonly Option[],
  name: string | undefined,
): Html =>
  listFilters(visit, {
    path: '/deliveries',
    status,
    kept: { target: endpoints.length === 0 ? target : undefined },
    label: 'Filter deliveries',
    fields: [
      searchField({ name: 'open', label: 'Id of a delivery' }),
      merchantFilter(visit, name ?? merchant),
      ...endpointSelect(endpoints, target),
    ],
    pills: [
      ...(target === undefined
        ? []
        : [
            {
              text: `Receiver ${endpoints.find(({ value }) => value === target)?.text ?? target}`,
              href: visit.href('/deliveries', { status, merchant }),
            },
          ]),
      ...(merchant === undefined
        ? []
        : [{ text: `Merchant ${name ?? merchant}`, href: visit.href('/deliveries', { status, target }) }]),
    ],
  })

/** The filter by endpoint, once the deliveries of one merchant are listed. */
const endpointSelect = (endpoints: readonly Option[], target: string | undefined): Html[] =>
  endpoints.length === 0
    ? []
    : [
        filterSelect({
          name: 'target',
          label: 'Endpoint',
          value: target ?? '',
          options: [
            { value: '', text: 'All' },
            ...endpoints,
            ...(target === undefined || endpoints.some(({ value }) => value === target)
              ? []
              : [{ value: target, text: target }]),
          ],
        }),
      ]

function nothing(visit: Visit, { status, target, merchant }: Filters): Html {
  if (target !== undefined || merchant !== undefined || (status !== undefined && status !== 'FAILED'))
    return noMatch(visit, 'antenna', '/deliveries', 'no_match_text')
  return status === 'FAILED'
    ? emptyState({
        tone: 'ok',
        icon: 'check',
        title: 'No delivery failed for good',
        text: 'Those that failed before were sent again.',
      })
    : emptyState({
        icon: 'antenna',
        title: 'No deliveries yet',
        text: 'The first event of a merchant with an endpoint appears here.',
      })
}

function pages(
  visit: Visit,
  listed: readonly DeliveryWithEvent[],
  hasMore: boolean,
  counts: DeliveryCounts,
): Html {
  const query = queryOf(visit)
  const { count, isCut } = countOf(counts, query.status)
  const isCounted = !isCut && query.target === undefined && query.merchant === undefined
  return pagesOf(visit, {
    path: '/deliveries',
    query,
    rows: listed.length,
    next: hasMore ? listed.at(-1)?.id : undefined,
    total: isCounted ? count : undefined,
  })
}
