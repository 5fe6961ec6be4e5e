import type { Tx } from '../../domain/store/unit-of-work.js'
import { errorForMerchant } from '../../domain/webhooks/delivery-error.js'
import { MAX_ATTEMPTS } from '../../domain/webhooks/delivery-schedule.js'
import type {
  Delivery,
  DeliveryWithEvent,
  WebhookEndpoint,
  WebhookEvent,
} from '../../domain/webhooks/webhook.js'
import { nothingYet } from '../../pages/parts.js'
import { deliveryBadge, receiverOf, subjectNumber } from '../../pages/views/deliveries.js'
import { type Html, html } from '../../runtime/html.js'
import { table } from '../../ui/table.js'
import type { Visit } from '../visit.js'

/** Events of the merchant that a page compares with its filter. */
const COMPARED = 2_000

/** Finds the newest deliveries of the environment. */
export const findDeliveries = (
  tx: Tx,
  { caller }: Visit,
  {
    limit,
    status,
    webhookId,
  }: { limit: number; status?: Delivery['status'] | undefined; webhookId?: string | undefined },
): Promise<DeliveryWithEvent[]> => {
  const { merchantId, environment } = caller
  return tx.webhookHistory.search({ merchantId, environment, status, webhookId, limit, compared: COMPARED })
}

/** @param endpoints of the environment @param opened shows the attempts below a delivery */
export function deliveriesTable(
  visit: Visit,
  deliveries: readonly DeliveryWithEvent[],
  endpoints: readonly WebhookEndpoint[],
  opened?: { readonly id: string; readonly detail: Html },
): Html {
  if (deliveries.length === 0) return nothingYet(visit, 'antenna', 'no_deliveries')
  return table<DeliveryWithEvent>({
    caption: visit.plain('deliveries'),
    rows: deliveries,
    isSelected: ({ id }) => id === opened?.id,
    detail: ({ id }) => (id === opened?.id ? opened.detail : undefined),
    columns: [
      {
        title: visit.plain('event'),
        place: 'name',
        cell: ({ id, event }) =>
          html`<a class="mono" href="${visit.href('/deliveries', { open: id })}">${visit.exact(event.event)}</a>`,
      },
      { title: visit.plain('about'), place: 'more', cell: ({ event }) => subjectLink(visit, event) },
      { title: visit.plain('when'), place: 'amount', cell: ({ createdAt }) => visit.time(createdAt) },
      {
        title: visit.plain('endpoint'),
        place: 'more',
        cell: (delivery) => receiverText(visit, delivery, endpoints),
      },
      { title: visit.plain('attempts'), place: 'note', cell: (delivery) => attemptsText(visit, delivery) },
      {
        title: visit.plain('last_answer'),
        place: 'more',
        cell: (delivery) =>
          delivery.status === 'DELIVERED' ? '2xx' : visit.exact(errorForMerchant(delivery) ?? '–'),
      },
      {
        title: visit.plain('status'),
        place: 'status',
        cell: (delivery) =>
          deliveryBadge(delivery, { status: visit.word(delivery.status), failing: visit.text('failing') }),
      },
    ],
  })
}

/** The receiver of a delivery: an endpoint, which may be deleted, or the order's own URL. */
function receiverText(
  visit: Visit,
  { url, webhookId }: DeliveryWithEvent,
  endpoints: readonly WebhookEndpoint[],
): Html {
  const known = url ?? endpoints.find(({ id }) => id === webhookId)?.url
  return known === undefined
    ? visit.text('deleted')
    : html`<span class="url">${visit.exact(receiverOf(known))}</span>`
}

function attemptsText(visit: Visit, { attempts, nextAttemptAt, isHeld }: DeliveryWithEvent): Html {
  const made = visit.text('n_of_m', { n: `${attempts}`, m: `${MAX_ATTEMPTS}` })
  if (nextAttemptAt === null || isHeld) return made
  return html`${made}, <span class="no-break">${visit.text('next_attempt', { time: visit.time(nextAttemptAt) })}</span>`
}

/** Links what an event is about. A test event is about its endpoint. */
function subjectLink(visit: Visit, about: WebhookEvent): Html {
  const { event, subject } = about
  if (subject.startsWith('wh_')) return html`<span class="no-break">${visit.text('sample')}</span>`
  const [path, name] = event.startsWith('withdrawal.')
    ? ([`/withdrawals/${subject}`, 'withdrawal'] as const)
    : ([`/orders/${subject}`, 'order'] as const)
  const number = subjectNumber(about)
  return html`<a href="${visit.href(path)}">${number === undefined ? visit.text(name) : html`<span class="mono">${visit.exact(number)}</span>`}</a>`
}
