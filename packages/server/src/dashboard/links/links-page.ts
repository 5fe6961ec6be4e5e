import { LINK_STATUSES, type LinkStatus } from '../../domain/links/payment-link.js'
import { listPaymentLinks } from '../../domain/links/payment-links.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { linkButton, noMatch, nothingYet } from '../../pages/parts.js'
import { newRows, POLLED_ROWS, pollOf } from '../../pages/polls.js'
import { statusTabs } from '../../pages/views/status-tabs.js'
import { html } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { countOf } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { pages, placeOf } from '../frame/lists.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { linkTable } from './link-table.js'

/** The payment links of the environment, by status. */
export const linksPage: ReadPage = async (tx, visit) => {
  const status = statusIn(visit)
  const after = placeOf(visit)
  const page = { limit: PAGE_ROWS, offset: 0, ...(after && { after }) }
  const listing = await listPaymentLinks(tx, visit.caller, { status, now: visit.now }, page)
  const { rows, next } = listing
  const text = visit.text('count_links', { n: countOf(listing) })
  const list = html`${linkTable(visit, rows)}${pages(visit, { path: '/links', text, next, query: { status } })}`
  const main = html`${pageHead({ title: visit.plain('links'), line: visit.timesIn })}${statusTabs<LinkStatus>(
    visit,
    { label: visit.plain('links'), path: '/links', query: { status }, statuses: LINK_STATUSES },
  )}${card({ id: 'list', isFlush: true, body: rows.length > 0 ? list : noLinks(visit, status) })}`
  return {
    kind: 'content',
    title: visit.plain('links'),
    section: 'links',
    main,
    ...pollOf(visit, '/links.json', { status }, rows, after),
  }
}

/** The number of new links, for the script of the page. */
export const linksCount: ReadPage = async (tx, visit) => {
  const filter = { status: statusIn(visit), now: visit.now }
  return newRows(visit, await tx.paymentLinks.list(visit.caller, filter, { limit: POLLED_ROWS, offset: 0 }))
}

const statusIn = (visit: Visit): LinkStatus | undefined =>
  LINK_STATUSES.find((each) => each === visit.query('status'))

function noLinks(visit: Visit, status: LinkStatus | undefined) {
  if (status !== undefined) return noMatch(visit, 'search', '/links', 'no_link_of_status')
  const add = linkButton(visit, 'new_link', '/links/new', { kind: 'primary', icon: 'plus' })
  return nothingYet(visit, 'link', 'no_links', visit.may('orders') ? add : undefined)
}
