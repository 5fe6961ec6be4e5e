import type { Tx } from '../../domain/store/unit-of-work.js'
import { MAX_ATTEMPTS } from '../../domain/webhooks/delivery-schedule.js'
import type { DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import { DELIVERY_STATUSES } from '../../domain/webhooks/webhook-history.js'
import { type Html, html } from '../../runtime/html.js'
import { STATUSES, statusBadge } from '../../ui/badge.js'
import { buttonLink } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { searchField } from '../../ui/fields.js'
import { shortened } from '../../ui/figures.js'
import { filterBar } from '../../ui/filters.js'
import { pagination } from '../../ui/pagination.js'
import { pageHead } from '../../ui/shell.js'
import { table } from '../../ui/table.js'
import { tabs } from '../../ui/tabs.js'
import type { ConsolePage, ReadPage } from '../page.js'
import { counted, timeElement } from '../shown.js'
import type { Query, Visit } from '../visit.js'
import { openedDelivery } from './opened-delivery.js'

type Status = (typeof DELIVERY_STATUSES)[number]
const TABS: readonly (Status | undefined)[] = [undefined, 'PENDING', 'FAILED', 'DELIVERED']
const PAGE_ROWS = 50

interface Row {
  readonly delivery: DeliveryWithEvent
  readonly url: string | null
}

/** The webhooks of all merchants. The failed ones are those that nothing has sent again. */
export const deliveriesPage: ReadPage = async (tx, visit): Promise<ConsolePage> => {
  const status = DELIVERY_STATUSES.find((each) => each === visit.query('status'))
  const open = visit.query('open')
  const opened = open === undefined ? undefined : await tx.webhookHistory.find(open)
  const at = opened ? visit.in(opened.event.environment) : visit
  const query = { status, target: visit.query('target'), merchant: visit.query('merchant') }
  const found = await find(tx, at, query)
  const isListed = found.some(({ id }) => id === opened?.id)
  const shown = opened && !isListed ? [opened, ...found.slice(0, PAGE_ROWS - 1)] : found.slice(0, PAGE_ROWS)
  const urls = new Map<string, Row>()
  for (const delivery of shown) urls.set(delivery.id, { delivery, url: await urlOf(tx, delivery) })
  const detail = opened ? await openedDelivery(tx, opened, at) : undefined
  const rows = [...urls.values()]
  const body =
    rows.length === 0
      ? nothing(status)
      : html`${listOf(rows, at, query, opened?.id, detail)}${pages(at, query, found)}`
  const main = html`${pageHead({
    title: 'Deliveries',
    line: 'Every webhook that this server sent or still has to send. Times are UTC.',
    ...(status === 'FAILED' &&
      rows.length > 0 &&
      at.may('deliveries resend-failed') && { actions: resendAll(at, query.target) }),
  })}${tabs('Statuses', tabsOf(at, query))}${filters(at, query)}${card({ id: 'deliveries', isFlush: true, body })}`
  return {
    kind: 'content',
    title: 'Deliveries',
    section: 'deliveries',
    visit: at,
    main,
    polls: at.href('/deliveries.json', query),
  }
}

/** The newest delivery that matches, for the script of the page. */
export const deliveriesCount: ReadPage = async (tx, visit) => {
  const status = DELIVERY_STATUSES.find((each) => each === visit.query('status'))
  const [first] = await find(
    tx,
    visit,
    { status, target: visit.query('target'), merchant: visit.query('merchant') },
    1,
  )
  return {
    kind: 'data',
    type: 'application/json',
    text: JSON.stringify({ newest: first?.id ?? '', count: 0 }),
  }
}

interface Filters extends Query {
  readonly status: Status | undefined
  readonly target: string | undefined
  readonly merchant: string | undefined
}

function find(
  tx: Tx,
  visit: Visit,
  { status, target, merchant }: Filters,
  limit = PAGE_ROWS + 1,
): Promise<DeliveryWithEvent[]> {
  const { environment } = visit
  const before = visit.query('before')
  if (status === 'FAILED' && merchant === undefined)
    return tx.webhookHistory.listFailed({ environment, target, before, limit })
  return tx.webhookHistory.search({
    environment,
    merchantId: merchant,
    webhookId: undefined,
    target,
    status,
    before,
    limit,
  })
}

/** Endpoints have few rows, and the same one is read for many deliveries. */
async function urlOf(tx: Tx, delivery: DeliveryWithEvent): Promise<string | null> {
  if (delivery.url !== null || delivery.webhookId === null) return delivery.url
  return (await tx.webhookHistory.findEndpoint(delivery.webhookId))?.url ?? null
}

const tabsOf = (visit: Visit, query: Filters) =>
  TABS.map((each) => ({
    href: visit.href('/deliveries', { ...query, status: each }),
    text: each === undefined ? 'All' : STATUSES[each].word,
    isHere: each === query.status,
  }))

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
    fields: [searchField({ name: 'open', label: 'Id of a delivery', value: visit.query('open') ?? '' })],
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

const nothing = (status: Status | undefined): Html =>
  emptyState({
    tone: status === 'FAILED' ? 'ok' : 'grey',
    icon: status === 'FAILED' ? 'check' : 'antenna',
    title: status === 'FAILED' ? 'No delivery failed for good' : 'No deliveries',
    text:
      status === undefined
        ? 'The first event of a merchant with an endpoint appears here.'
        : 'None has this status.',
  })

const pages = (visit: Visit, query: Filters, found: readonly DeliveryWithEvent[]): Html =>
  pagination({
    label: 'Pages',
    text: `${counted(Math.min(found.length, PAGE_ROWS), 'delivery', 'deliveries')}, newest first`,
    ...(visit.query('before') !== undefined && {
      newer: { href: visit.href('/deliveries', query), text: 'Newest' },
    }),
    ...(found.length > PAGE_ROWS && {
      older: {
        href: visit.href('/deliveries', { ...query, before: found[PAGE_ROWS - 1]?.id }),
        text: 'Older',
      },
    }),
  })
