import { DomainError } from '../../domain/shared/errors.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { DeliveryWithEvent, WebhookEndpoint } from '../../domain/webhooks/webhook.js'
import { DELIVERY_STATUSES } from '../../domain/webhooks/webhook-history.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { noMatch } from '../../pages/parts.js'
import { newRows, POLLED_ROWS, pollOf } from '../../pages/polls.js'
import { refusalNotice } from '../../pages/refusal.js'
import { savedFilters } from '../../pages/saved-filters.js'
import { receiverOf } from '../../pages/views/deliveries.js'
import { statusTabs } from '../../pages/views/status-tabs.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { filterBar, filterSelect } from '../../ui/filters.js'
import { pageHead } from '../../ui/shell.js'
import type { ReadPage, Submit } from '../page.js'
import { FILTER_FORMS } from '../people/saved-filters.js'
import type { Visit } from '../visit.js'
import { attemptsOf } from './attempts.js'
import { deliveriesTable, findDeliveries } from './delivery-table.js'

/** The newest deliveries, by status or endpoint; one of them is open with its attempts. */
export const deliveriesPage: ReadPage = async (tx, visit) => {
  // The path names the delivery whose form was refused.
  const open = visit.query('open') ?? (visit.param('id') || undefined)
  const query = queryOf(visit)
  const { status, endpoint: webhookId } = query
  const endpoints = await tx.webhookEndpoints.list(visit.caller)
  const opened = open === undefined ? undefined : await ownDelivery(tx, visit, open)
  const listed = await findDeliveries(tx, visit, { limit: PAGE_ROWS, status, webhookId })
  const isListed = listed.some(({ id }) => id === opened?.id)
  const rows = opened && !isListed ? [opened, ...listed] : listed
  const detail = opened && { id: opened.id, detail: await attemptsOf(tx, visit, opened) }
  const main = html`${pageHead({ title: visit.plain('deliveries'), line: html`${visit.text('deliveries_text')} ${visit.timesIn}` })}${refusalNotice(visit)}${statusTabs(
    visit,
    {
      label: visit.plain('deliveries'),
      path: '/deliveries',
      query,
      statuses: DELIVERY_STATUSES,
    },
  )}${endpointFilter(visit, query, endpoints)}${await savedFilters(tx, visit, { list: 'deliveries', query, forms: FILTER_FORMS })}${card(
    {
      id: 'list',
      isFlush: true,
      body:
        rows.length === 0 && (status !== undefined || webhookId !== undefined)
          ? noMatch(visit, 'search', '/deliveries', 'no_delivery_matches')
          : deliveriesTable(visit, rows, endpoints, detail),
    },
  )}`
  return {
    kind: 'content',
    title: visit.plain('deliveries'),
    section: 'deliveries',
    main,
    ...pollOf(visit, '/deliveries.json', query, listed, undefined),
  }
}

/** The number of new deliveries that match, for the script of the page. */
export const deliveriesCount: ReadPage = async (tx, visit) => {
  const { status, endpoint: webhookId } = queryOf(visit)
  return newRows(visit, await findDeliveries(tx, visit, { limit: POLLED_ROWS, status, webhookId }))
}

/** The filters of the address. */
const queryOf = (visit: Visit) => ({
  status: DELIVERY_STATUSES.find((each) => each === visit.query('status')),
  endpoint: visit.query('endpoint'),
})

/** The filter by endpoint, where there are several. */
function endpointFilter(
  visit: Visit,
  { status, endpoint }: ReturnType<typeof queryOf>,
  endpoints: readonly WebhookEndpoint[],
): Html {
  if (endpoints.length === 0 && endpoint === undefined) return NOTHING
  const options = endpoints.map(({ id, url }) => ({ value: id, text: receiverOf(url) }))
  const chosen = options.find(({ value }) => value === endpoint)?.text ?? endpoint
  return filterBar({
    action: visit.href('/deliveries'),
    label: visit.plain('filter_deliveries'),
    kept: status === undefined ? {} : { status },
    fields: [
      visit.environmentField,
      filterSelect({
        name: 'endpoint',
        label: visit.plain('endpoint'),
        value: endpoint ?? '',
        options: [{ value: '', text: visit.plain('all') }, ...options],
      }),
    ],
    pills: chosen === undefined ? [] : [{ text: chosen, href: visit.href('/deliveries', { status }) }],
    clearHref: visit.href('/deliveries', { status }),
    words: {
      apply: visit.plain('apply'),
      clear: visit.plain('clear_filters'),
      remove: visit.plain('remove_filter'),
    },
  })
}

/** @throws delivery_not_found, also for a delivery of another merchant or environment */
async function ownDelivery(tx: Tx, { caller }: Visit, id: string): Promise<DeliveryWithEvent> {
  const found = await tx.webhookHistory.find(id)
  const isOwn =
    found?.event.merchantId === caller.merchantId && found.event.environment === caller.environment
  if (!found || !isOwn) throw new DomainError('delivery_not_found')
  return found
}

/** @throws delivery_not_found, action_not_possible when the endpoint is deleted */
async function endpointOf(tx: Tx, visit: Visit, id: string): Promise<string> {
  const { webhookId } = await ownDelivery(tx, visit, id)
  if (webhookId === null) throw new DomainError('delivery_not_found')
  if (!(await tx.webhookEndpoints.find(visit.caller, webhookId)))
    throw new DomainError('action_not_possible', { detail: 'the endpoint is deleted' })
  return webhookId
}

/** Sends a delivery to its endpoint again, as a new one. */
export const resendForm: Submit = async (visit) => {
  const delivery_id = visit.param('id')
  const webhookId = await visit.services.store.read((tx) => endpointOf(tx, visit, delivery_id))
  const { id } = await visit.once('redeliverWebhookDelivery', {
    params: { id: webhookId, delivery_id },
  })
  return { kind: 'redirect', to: visit.path('/deliveries', { open: id, done: 'resent' }) }
}
