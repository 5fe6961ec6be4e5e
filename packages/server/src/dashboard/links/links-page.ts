import { findLinks } from '../../domain/links/link-search.js'
import { LINK_STATUSES } from '../../domain/links/payment-link.js'
import { COMPARED_PER_PAGE } from '../../domain/shared/search-window.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { linkButton, noMatch, nothingYet } from '../../pages/parts.js'
import { newRows, POLLED_ROWS } from '../../pages/polls.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { amountOf, countOf } from '../../ui/figures.js'
import { exportList, isNarrow } from '../frame/list-filter.js'
import { listPage } from '../frame/list-page.js'
import { pages, placeOf } from '../frame/lists.js'
import { day } from '../frame/times.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { linkFilters, type ReadFilter, readLinkFilter } from './link-filter.js'
import { linkTable } from './link-table.js'

/** The payment links of the environment that the filters select, newest first. */
export const linksPage: ReadPage = async (tx, visit) => {
  const read = readLinkFilter(visit)
  const { query, search } = read
  const isFiltered = query.status !== undefined || isNarrow(query)
  const after = placeOf(visit)
  const found = await findLinks(tx, search, { after, rows: PAGE_ROWS })
  const list = found.rows.length === 0 ? noLinks(visit, read) : linkTable(visit, found.rows)
  const isOnly = !after && !found.next
  const hasPages = !isOnly || (!isFiltered && found.rows.length > 0)
  const text = isFiltered ? comparedText(visit, found.comparedSince) : await countText(tx, visit)
  return listPage(tx, visit, {
    name: 'links',
    section: 'links',
    head: visit.may('read') ? { actions: exportList(visit, '/links.csv', query) } : {},
    statuses: LINK_STATUSES,
    query,
    filters: linkFilters(visit, read, isFiltered ? await summaryOf(tx, visit, read) : undefined),
    list: html`${list}${hasPages ? pages(visit, { path: '/links', text, next: found.next, query }) : NOTHING}`,
    rows: found.rows,
  })
}

/** The number of new links that match, for the script of the page. */
export const linksCount: ReadPage = async (tx, visit) => {
  const { search } = readLinkFilter(visit)
  const { rows } = await findLinks(tx, search, { after: undefined, rows: POLLED_ROWS })
  return newRows(visit, rows)
}

/** The number and the sum of the links that the filters select. A cashier sees no sums. */
async function summaryOf(tx: Tx, visit: Visit, { search }: ReadFilter): Promise<Html | undefined> {
  if (!visit.may('read')) return undefined
  const { links, received, isCut } = await tx.paymentLinks.sumFound(search, COMPARED_PER_PAGE)
  const n = countOf({ total: links, isAtLeast: isCut })
  return visit.text('found_links', { n, received: amountOf(received) })
}

const comparedText = (visit: Visit, since: number | undefined): Html =>
  since === undefined ? NOTHING : visit.text('older_links', { day: day(visit, since) })

const countText = async (tx: Tx, visit: Visit): Promise<Html> =>
  visit.text('count_links', { n: countOf(await tx.paymentLinks.count(visit.caller, { now: visit.now })) })

function noLinks(visit: Visit, { query }: ReadFilter): Html {
  if (isNarrow(query)) return noMatch(visit, 'search', '/links', 'no_link_matches')
  if (query.status !== undefined) return noMatch(visit, 'search', '/links', 'no_link_of_status')
  const add = linkButton(visit, 'new_link', '/links/new', { kind: 'primary', icon: 'plus' })
  return nothingYet(visit, 'link', 'no_links', visit.may('orders') ? add : undefined)
}
