import { DomainError } from '../../domain/shared/errors.js'
import type { Destination } from '../../domain/withdrawals/destination.js'
import { linkButton } from '../../pages/parts.js'
import { html, NOTHING } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { NETWORK_NAMES } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { type Column, table } from '../../ui/table.js'
import type { MerchantAction } from '../action-route.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { destinationRule, readyBadge } from './readiness.js'

/** The addresses that withdrawals go to, with their age. */
export const destinationsPage: ReadPage = async (tx, visit) => {
  const destinations = await tx.destinations.list(visit.caller)
  const add = linkButton(visit, 'add_destination', '/destinations/new', { kind: 'primary', icon: 'plus' })
  const main = html`${pageHead({
    title: visit.plain('destinations'),
    line: html`${visit.text(destinationRule(visit))} ${visit.timesIn}`,
    ...(visit.may('withdrawals') && destinations.length > 0 && { actions: add }),
  })}${card({
    id: 'list',
    isFlush: true,
    body:
      destinations.length === 0
        ? emptyState({
            icon: 'shield',
            title: visit.plain('no_destination'),
            text: visit.plain(destinationRule(visit)),
            ...(visit.may('withdrawals') && { action: add }),
          })
        : table<Destination>({
            caption: visit.plain('destinations'),
            columns: columnsOf(visit),
            rows: destinations,
          }),
  })}`
  return { kind: 'content', title: visit.plain('destinations'), section: 'destinations', main }
}

function columnsOf(visit: Visit): Column<Destination>[] {
  const remove = visit.plain('delete')
  return [
    { title: visit.plain('name'), place: 'name', cell: ({ label }) => html`<bdi>${label}</bdi>` },
    {
      title: visit.plain('address'),
      place: 'more',
      cell: ({ address }) => html`<span class="mono">${visit.exact(address)}</span>`,
    },
    { title: visit.plain('network'), place: 'note', cell: ({ network }) => NETWORK_NAMES[network] },
    {
      title: visit.plain('created'),
      place: 'none',
      cell: ({ createdAt }) => visit.time(createdAt),
    },
    { title: visit.plain('status'), place: 'status', cell: (each) => readyBadge(visit, each) },
    {
      title: html`<span class="only-read">${remove}</span>`,
      place: 'more',
      cell: ({ id }) =>
        visit.may('withdrawals')
          ? html`<a href="${visit.href(`/destinations/${id}/delete`)}">${remove}</a>`
          : NOTHING,
    },
  ]
}

export const deleteDestinationAction: MerchantAction = {
  id: 'delete',
  path: '/destinations/:id/delete',
  needs: ['read', 'withdrawals'],
  section: 'destinations',
  title: 'delete',
  async ask(tx, visit) {
    const listed = await tx.destinations.list(visit.caller)
    const found = listed.find(({ id }) => id === visit.param('id'))
    if (!found) throw new DomainError('destination_not_found')
    return {
      title: visit.text('delete_destination', { name: html`<bdi>${found.label}</bdi>` }),
      text: html`<span class="mono">${visit.exact(found.address)}</span> ${visit.text('delete_destination_text')}`,
      submit: { text: visit.plain('delete'), isDangerous: true },
      back: visit.path('/destinations'),
    }
  },
  async call(visit) {
    await visit.repeatable('deleteWithdrawalDestination', { params: { id: visit.param('id') } })
    return { kind: 'redirect', to: visit.path('/destinations', { done: 'destination_deleted' }) }
  },
}
