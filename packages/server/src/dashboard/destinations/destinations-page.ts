import { DomainError } from '../../domain/shared/errors.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Destination } from '../../domain/withdrawals/destination.js'
import { html, NOTHING } from '../../runtime/html.js'
import { buttonLink } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { confirmation } from '../../ui/dialog.js'
import { emptyState } from '../../ui/empty-state.js'
import { NETWORK_NAMES } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { type Column, table } from '../../ui/table.js'
import { timeElement } from '../frame/times.js'
import type { ReadPage, Shown } from '../page.js'
import { type Refusal, refusalNotice, submitOrRefuse } from '../refusal.js'
import { exactText, pathWith, type Visit } from '../visit.js'
import { destinationRule, readyBadge } from './readiness.js'

/** The addresses that withdrawals go to, with their age. */
export const destinationsPage: ReadPage = async (tx, visit) => {
  const destinations = await tx.destinations.list(visit.caller)
  const add = buttonLink({
    text: visit.plain('add_destination'),
    kind: 'primary',
    icon: 'plus',
    href: visit.href('/destinations/new'),
  })
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
            tone: 'grey',
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
      cell: ({ address }) => html`<span class="mono">${exactText(address)}</span>`,
    },
    { title: visit.plain('network'), place: 'note', cell: ({ network }) => NETWORK_NAMES[network] },
    {
      title: visit.plain('created'),
      place: 'none',
      cell: ({ createdAt }) => timeElement(visit, createdAt),
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

/** Asks before a destination is taken off the list. */
export const deleteDestinationPage: ReadPage = (tx, visit) => deletePageWith(undefined)(tx, visit)

const deletePageWith =
  (refusal: Refusal | undefined): ReadPage =>
  async (tx, visit) => {
    const { id, label, address } = await ownDestination(tx, visit)
    const form = confirmation({
      id: 'delete',
      title: visit.text('delete_destination', { name: html`<bdi>${label}</bdi>` }),
      text: html`<span class="mono">${exactText(address)}</span> ${visit.text('delete_destination_text')}`,
      action: visit.href(`/destinations/${id}/delete`),
      hidden: visit.hidden,
      fields: [],
      submit: { text: visit.plain('delete'), isDangerous: true },
      cancel: { text: visit.plain('cancel'), href: visit.href('/destinations') },
    })
    const main = html`${refusalNotice(visit, refusal)}<div class="form">${form}</div>`
    return { kind: 'content', title: visit.plain('delete'), section: 'destinations', main }
  }

async function ownDestination(tx: Tx, visit: Visit): Promise<Destination> {
  const found = (await tx.destinations.list(visit.caller)).find(({ id }) => id === visit.param('id'))
  if (!found) throw new DomainError('destination_not_found')
  return found
}

export const deleteDestinationForm = (visit: Visit): Promise<Shown> =>
  submitOrRefuse(
    visit,
    async () => {
      const id = visit.param('id')
      await visit.repeatable('deleteWithdrawalDestination', { params: { id } })
      return { kind: 'redirect', to: pathWith('/destinations', { done: 'destination_deleted' }) }
    },
    deletePageWith,
  )
