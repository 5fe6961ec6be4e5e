import type { Merchant } from '../../domain/merchants/merchant.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Destination } from '../../domain/withdrawals/destination.js'
import { isUsable } from '../../domain/withdrawals/destinations.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { card } from '../../ui/card.js'
import { exact } from '../../ui/copy-field.js'
import { NETWORK_NAMES } from '../../ui/figures.js'
import { table } from '../../ui/table.js'
import { age, counted } from '../formats.js'
import type { Visit } from '../visit.js'

/** The addresses that a merchant has listed for withdrawals. */
export async function destinationsCard(tx: Tx, { id }: Merchant, visit: Visit): Promise<Html> {
  const rows = await tx.destinations.list({ merchantId: id, environment: visit.environment })
  if (rows.length === 0) return NOTHING
  const body = table({
    caption: 'Destinations of withdrawals',
    rows,
    columns: [
      { title: 'Label', place: 'name', cell: ({ label }) => html`<b>${label}</b>` },
      { title: 'Address', place: 'note', cell: ({ address }) => exact(address) },
      { title: 'Network', place: 'amount', cell: ({ network }) => NETWORK_NAMES[network] },
      { title: 'Added (UTC)', place: 'none', cell: ({ createdAt }) => visit.time(createdAt) },
      { title: 'State', place: 'more', cell: (row) => stateOf(row, visit) },
      {
        title: 'Decision',
        place: 'status',
        cell: (row) =>
          visit.may('destinations delete')
            ? html`<a href="${visit.href(`/merchants/${id}/destinations/${row.id}/remove`)}">Take off<span class="only-read"> ${row.address}</span></a>`
            : 'none',
      },
    ],
  })
  return card({
    id: 'destinations',
    title: 'Destinations of withdrawals',
    aside: counted(rows.length, 'address', 'addresses'),
    body,
    isFlush: true,
  })
}

const stateOf = (destination: Destination, { services, now }: Visit): Html =>
  isUsable(services.context, destination, now)
    ? badge({ tone: 'ok', icon: 'check-circle', text: 'Free to use' })
    : badge({ tone: 'warn', icon: 'clock', text: `Free to use in ${age(now, destination.usableAt)}` })
