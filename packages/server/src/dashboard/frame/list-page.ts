import type { Tx } from '../../domain/store/unit-of-work.js'
import { pollOf } from '../../pages/polls.js'
import { savedFilters } from '../../pages/saved-filters.js'
import { statusTabs } from '../../pages/views/status-tabs.js'
import type { Query } from '../../pages/visit.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import type { Status } from '../../ui/badge.js'
import { card } from '../../ui/card.js'
import { pageHead } from '../../ui/shell.js'
import type { DashboardPage, Section } from '../page.js'
import { FILTER_FORMS } from '../people/saved-filters.js'
import type { Visit } from '../visit.js'
import { placeOf } from './lists.js'

interface ListPage<Each extends Status> {
  /** In its address, its words and the filters that people keep. */
  readonly name: 'orders' | 'links' | 'withdrawals'
  readonly section: Section
  readonly head: Pick<Parameters<typeof pageHead>[0], 'path' | 'actions'>
  readonly statuses: readonly Each[]
  readonly query: Query & { readonly status: Each | undefined }
  readonly filters: Html
  /** Between the filters and the list. */
  readonly above?: Html
  readonly list: Html
  /** The rows of the list, newest first. */
  readonly rows: readonly { readonly id: string }[]
}

/** A list by status under its filters, which tells its reader of new rows. */
export async function listPage<Each extends Status>(
  tx: Tx,
  visit: Visit,
  { name, section, head, statuses, query, filters, above = NOTHING, list, rows }: ListPage<Each>,
): Promise<DashboardPage> {
  const title = visit.plain(name)
  const path = `/${name}`
  const main = html`${pageHead({ title, line: visit.timesIn, ...head })}${statusTabs(visit, {
    label: title,
    path,
    query,
    statuses,
  })}${filters}${await savedFilters(tx, visit, { list: name, query, forms: FILTER_FORMS })}${above}${card({
    id: 'list',
    isFlush: true,
    body: list,
  })}`
  const polls = pollOf(visit, `${path}.json`, query, rows, placeOf(visit))
  return { kind: 'content', title, section, main, ...polls }
}
