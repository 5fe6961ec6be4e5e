import { MAX_ATTEMPTS } from '../../domain/webhooks/delivery-schedule.js'
import type { DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import { deliveryBadge, receiverOf, subjectNumber } from '../../pages/views/deliveries.js'
import { type Html, html } from '../../runtime/html.js'
import type { Content } from '../../ui/attributes.js'
import { STATUSES } from '../../ui/badge.js'
import { shortened } from '../../ui/figures.js'
import { table } from '../../ui/table.js'
import { age } from '../formats.js'
import type { Visit } from '../visit.js'
import type { Filters } from './find-deliveries.js'

/** A table of deliveries, one of which may be open. */
export function deliveryTable(
  rows: readonly DeliveryWithEvent[],
  visit: Visit,
  query: Filters,
  names: ReadonlyMap<string, string>,
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
      { title: 'About', place: 'more', cell: (delivery) => subjectLink(delivery, visit) },
      {
        title: 'Merchant',
        place: 'more',
        cell: ({ event: { merchantId } }) =>
          html`<a href="${visit.href(`/merchants/${merchantId}`)}">${names.get(merchantId) ?? merchantId}</a>`,
      },
      {
        title: 'Endpoint',
        place: 'note',
        cell: ({ url }) => (url === null ? 'deleted' : html`<span class="url">${receiverOf(url)}</span>`),
      },
      {
        title: 'Attempts',
        place: 'amount',
        cell: (delivery) => attemptsText(delivery, visit),
      },
      { title: 'Last answer', place: 'none', cell: ({ lastError }) => lastError ?? '' },
      {
        title: 'Status',
        place: 'status',
        cell: (delivery) =>
          deliveryBadge(delivery, {
            status: delivery.isHeld ? 'No secret' : STATUSES[delivery.status].word,
            failing: 'Failing',
          }),
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
  return html`<a class="mono" href="${href}">${subjectNumber(event) ?? shortened(subject)}</a>`
}

/** `2 of 6, next in 4 min`. */
function attemptsText({ attempts, nextAttemptAt, isHeld }: DeliveryWithEvent, { now }: Visit): Content {
  const made = `${attempts} of ${MAX_ATTEMPTS}`
  if (nextAttemptAt === null || isHeld) return made
  const next = nextAttemptAt <= now ? 'now' : `in ${age(now, nextAttemptAt)}`
  return html`${made}, <span class="no-break">next ${next}</span>`
}
