import type { DeliveryCounts } from '../../domain/store/overview-tables.js'
import { MAX_ATTEMPTS } from '../../domain/webhooks/delivery-schedule.js'
import type { DeliveryStatus, DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import { type Html, html } from '../../runtime/html.js'
import { STATUSES, statusBadge } from '../../ui/badge.js'
import { buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { searchField } from '../../ui/fields.js'
import { number, shortened } from '../../ui/figures.js'
import { filterBar } from '../../ui/filters.js'
import { pageHead } from '../../ui/shell.js'
import { table } from '../../ui/table.js'
import { tabs } from '../../ui/tabs.js'
import { csvButton } from '../lists/csv.js'
import { PAGE_ROWS, pagesOf, placeOf } from '../lists/pages.js'
import { pollOf } from '../lists/polls.js'
import type { ConsolePage, ReadPage } from '../page.js'
import { timeElement } from '../shown.js'
import type { Visit } from '../visit.js'
import { type Filters, findDeliveries, queryOf, urlReader } from './find-deliveries.js'
import { openedDelivery } from './opened-delivery.js'

const TABS: readonly (DeliveryStatus | undefined)[] = [undefined, 'PENDING', 'FAILED', 'DELIVERED']

interface Row {
  readonly delivery: DeliveryWithEvent
  readonly url: string | null
}

/** The webhooks of all merchants. The failed ones are those that nothing has sent again. */
export const deliveriesPage: ReadPage = async (tx, visit): Promise<ConsolePage> => {
  const query = queryOf(visit)
  const { status } = query
  const open = visit.query('open')
  const opened = open === undefined ? undefined : await tx.webhookHistory.find(open)
  const at = opened ? visit.in(opened.event.environment) : visit
  const found = await findDeliveries(tx, at, PAGE_ROWS + 1, placeOf(at))
  const listed = found.slice(0, PAGE_ROWS)
  const isListed = listed.some(({ id }) => id === opened?.id)
  // Without a filter that names it, an older delivery stands above the list.
  const shown = opened && !isListed ? [opened, ...listed] : listed
  const urlOf = urlReader(tx)
  const rows: Row[] = []
  for (const delivery of shown) rows.push({ delivery, url: await urlOf(delivery) })
  const detail = opened ? await openedDelivery(tx, opened, at) : undefined
  const counts = await tx.overview.countDeliveries(at.environment)
  const body =
    rows.length === 0
      ? nothing(status)
      : html`${listOf(rows, at, query, opened?.id, detail)}${pages(at, listed, found.length > PAGE_ROWS, counts)}`
  const main = html`${pageHead({
    title: 'Deliveries',
    line: 'Every webhook that this server sent or still has to send. Filters look at the newest 10,000. Times are UTC.',
    actions: buttons(
      csvButton(at, '/deliveries.csv', query),
      ...(status === 'FAILED' && rows.length > 0 && at.may('deliveries resend-failed')
        ? [resendAll(at, query.target)]
        : []),
    ),
  })}${tabs('Statuses', tabsOf(at, query, counts))}${filters(at, query)}${card({ id: 'deliveries', isFlush: true, body })}`
  return {
    kind: 'content',
    title: 'Deliveries',
    section: 'deliveries',
    visit: at,
    main,
    ...pollOf(at, '/deliveries.json', query, listed),
  }
}

/** The number of a tab. A number is cut where there may be more, beyond the deliveries that were looked at. */
function countOf(counts: DeliveryCounts, status: DeliveryStatus | undefined) {
  const { recent, isRecentCut, failed, isFailedCut } = counts
  if (status === 'FAILED') return { count: failed, isCut: isFailedCut }
  const total = [...recent.values()].reduce((sum, each) => sum + each, 0)
  return { count: status === undefined ? total : (recent.get(status) ?? 0), isCut: isRecentCut }
}

const tabsOf = (visit: Visit, query: Filters, counts: DeliveryCounts) =>
  TABS.map((each) => {
    const { count, isCut } = countOf(counts, each)
    return {
      href: visit.href('/deliveries', { ...query, status: each }),
      text: each === undefined ? 'All' : STATUSES[each].word,
      count: `${number(count)}${isCut ? '+' : ''}`,
      isHere: each === query.status,
    }
  })

const resendAll = (visit: Visit, target: string | undefined): Html =>
  buttonLink({
    text: 'Send failed ones again',
    icon: 'loop',
    kind: 'primary',
    href: visit.href('/deliveries/failed/resend', { target }),
  })

const filters = (visit: Visit, { status, target, merchant }: Filters): Html =>
  filterBar({
    action: visit.href('/deliveries'),
    label: 'Filter deliveries',
    fields: [searchField({ name: 'open', label: 'Id of a delivery' })],
    kept: {
      ...(visit.environment === 'test' && { env: 'test' }),
      ...(status !== undefined && { status }),
      ...(merchant !== undefined && { merchant }),
    },
    pills: [
      ...(target === undefined
        ? []
        : [{ text: `Receiver ${target}`, href: visit.href('/deliveries', { status, merchant }) }]),
      ...(merchant === undefined
        ? []
        : [{ text: `Merchant ${merchant}`, href: visit.href('/deliveries', { status, target }) }]),
    ],
    clearHref: visit.href('/deliveries', { status }),
    words: { apply: 'Open', clear: 'Clear filters', remove: 'Remove filter:' },
  })

function listOf(
  rows: readonly Row[],
  visit: Visit,
  query: Filters,
  open: string | undefined,
  detail: Html | undefined,
): Html {
  return table({
    caption: 'Deliveries, newest first',
    rows,
    isSelected: ({ delivery }) => delivery.id === open,
    detail: ({ delivery }) => (delivery.id === open ? detail : undefined),
    columns: [
      {
        title: 'Event',
        place: 'name',
        cell: ({ delivery: { id, event } }) =>
          html`<a class="mono" href="${visit.href('/deliveries', { ...query, open: id })}">${event.event}</a>`,
      },
      {
        title: 'Time (UTC)',
        place: 'more',
        cell: ({ delivery }) => timeElement(delivery.createdAt, visit.now),
      },
      { title: 'About', place: 'none', cell: ({ delivery }) => subjectLink(delivery, visit) },
      { title: 'Endpoint', place: 'note', cell: ({ url }) => (url === null ? 'deleted' : new URL(url).host) },
      {
        title: 'Attempts',
        place: 'amount',
        cell: ({ delivery }) => `${delivery.attempts} of ${MAX_ATTEMPTS}`,
      },
      { title: 'Last answer', place: 'none', cell: ({ delivery }) => delivery.lastError ?? '' },
      {
        title: 'Status',
        place: 'status',
        cell: ({ delivery }) => statusBadge(delivery.status, delivery.isHeld ? 'No secret' : undefined),
      },
    ],
  })
}

/** Events are about orders and withdrawals; a test event is about its endpoint. */
function subjectLink({ event }: DeliveryWithEvent, visit: Visit): Html {
  const { subject, event: type } = event
  if (subject.startsWith('wh_')) return html`<span class="mono">${subject}</span>`
  const href = type.startsWith('withdrawal.')
    ? visit.href('/withdrawals', { open: subject })
    : visit.href(`/orders/${subject}`)
  return html`<a class="mono" href="${href}">${shortened(subject)}</a>`
}

const nothing = (status: DeliveryStatus | undefined): Html =>
  emptyState({
    tone: status === 'FAILED' ? 'ok' : 'grey',
    icon: status === 'FAILED' ? 'check' : 'antenna',
    title: status === 'FAILED' ? 'No delivery failed for good' : 'No deliveries',
    text:
      status === undefined
        ? 'The first event of a merchant with an endpoint appears here.'
        : 'None has this status.',
  })

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
