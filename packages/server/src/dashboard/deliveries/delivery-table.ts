import type { Tx } from '../../domain/store/unit-of-work.js'
import { errorForMerchant } from '../../domain/webhooks/delivery-error.js'
import { MAX_ATTEMPTS } from '../../domain/webhooks/delivery-schedule.js'
import type { Delivery, DeliveryWithEvent, WebhookEvent } from '../../domain/webhooks/webhook.js'
import { nothingYet } from '../../pages/parts.js'
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

/** @param opened shows the attempts below a delivery */
export function deliveriesTable(
  visit: Visit,
  deliveries: readonly DeliveryWithEvent[],
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
        title: visit.plain('attempts'),
        place: 'note',
        cell: ({ attempts }) => visit.text('n_of_m', { n: `${attempts}`, m: `${MAX_ATTEMPTS}` }),
      },
      {
        title: visit.plain('last_answer'),
        place: 'more',
        cell: (delivery) =>
          delivery.status === 'DELIVERED' ? '2xx' : visit.exact(errorForMerchant(delivery) ?? '–'),
      },
      { title: visit.plain('status'), place: 'status', cell: ({ status }) => visit.badge(status) },
    ],
  })
}

/** Links what an event is about. A test event is about its endpoint. */
function subjectLink(visit: Visit, { event, subject }: WebhookEvent): Html {
  if (subject.startsWith('wh_')) return visit.text('sample')
  const [path, name] = event.startsWith('withdrawal.')
    ? ([`/withdrawals/${subject}`, 'withdrawal'] as const)
    : ([`/orders/${subject}`, 'order'] as const)
  return html`<a href="${visit.href(path)}">${visit.text(name)}</a>`
}
