import { MAX_ATTEMPTS } from '../../domain/webhooks/delivery-schedule.js'
import type { DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import { type Html, html } from '../../runtime/html.js'
import { statusBadge } from '../../ui/badge.js'
import { shortened } from '../../ui/figures.js'
import { table } from '../../ui/table.js'
import type { Visit } from '../visit.js'
import type { Filters } from './find-deliveries.js'

/** A table of deliveries, one of which may be open. */
export function deliveryTable(
  rows: readonly DeliveryWithEvent[],
  visit: Visit,
  query: Filters,
  open: string | undefined,
  detail: Html | undefined,
): Html {
  return table({
    caption: 'Deliveries, newest first',
    rows,
    isSelected: ({ id }) => id === open,
    detail: ({ id }) => (id === open ? detail : undefined),
    columns: [
      {
        title: 'Event',
        place: 'name',
        cell: ({ id, event }) =>
          html`<a class="mono" href="${visit.href('/deliveries', { ...query, open: id })}">${event.event}</a>`,
      },
      {
        title: 'Time (UTC)',
        place: 'more',
        cell: ({ createdAt }) => visit.time(createdAt),
      },
      { title: 'About', place: 'none', cell: (delivery) => subjectLink(delivery, visit) },
      { title: 'Endpoint', place: 'note', cell: ({ url }) => (url === null ? 'deleted' : new URL(url).host) },
      {
        title: 'Attempts',
        place: 'amount',
        cell: ({ attempts }) => `${attempts} of ${MAX_ATTEMPTS}`,
      },
      { title: 'Last answer', place: 'none', cell: ({ lastError }) => lastError ?? '' },
      {
        title: 'Status',
        place: 'status',
        cell: ({ status, isHeld }) => statusBadge(status, isHeld ? 'No secret' : undefined),
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
  return html`<a class="mono" href="${href}">${numberIn(event.body) ?? shortened(subject)}</a>`
}

/** The number of the order or the withdrawal in the body of an event, which is JSON of this server. */
function numberIn(body: string): string | undefined {
  const { data } = JSON.parse(body) as { data?: { order_number?: unknown; withdrawal_number?: unknown } } // checked below
  const number = data?.order_number ?? data?.withdrawal_number
  return typeof number === 'string' ? number : undefined
}
