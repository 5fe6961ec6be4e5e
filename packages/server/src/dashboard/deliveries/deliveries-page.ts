import { DomainError } from '../../domain/shared/errors.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import { DELIVERY_STATUSES } from '../../domain/webhooks/webhook-history.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { noMatch } from '../../pages/parts.js'
import { refusalNotice } from '../../pages/refusal.js'
import { statusTabs } from '../../pages/views/status-tabs.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { pageHead } from '../../ui/shell.js'
import type { ReadPage, Submit } from '../page.js'
import type { Visit } from '../visit.js'
import { attemptsOf } from './attempts.js'
import { deliveriesTable, findDeliveries } from './delivery-table.js'

/** The newest deliveries, by status or endpoint; one of them is open with its attempts. */
export const deliveriesPage: ReadPage = async (tx, visit) => {
  // The path names the delivery whose form was refused.
  const open = visit.query('open') ?? (visit.param('id') || undefined)
  const status = DELIVERY_STATUSES.find((each) => each === visit.query('status'))
  const webhookId = visit.query('endpoint')
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
      query: { status, endpoint: webhookId },
      statuses: DELIVERY_STATUSES,
    },
  )}${webhookId === undefined ? NOTHING : await endpointLine(tx, visit, webhookId)}${card({
    id: 'list',
    isFlush: true,
    body:
      rows.length === 0 && (status !== undefined || webhookId !== undefined)
        ? noMatch(visit, 'search', '/deliveries', 'no_delivery_matches')
        : deliveriesTable(visit, rows, detail),
  })}`
  return { kind: 'content', title: visit.plain('deliveries'), section: 'deliveries', main }
}

/** Names the endpoint whose deliveries are listed alone. */
async function endpointLine(tx: Tx, visit: Visit, id: string): Promise<Html> {
  const endpoint = await tx.webhookEndpoints.find(visit.caller, id)
  return html`<p class="dim">${visit.text('only_endpoint', { url: visit.exact(endpoint?.url ?? id) })} <a href="${visit.href('/deliveries')}">${visit.text('clear_filters')}</a></p>`
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
