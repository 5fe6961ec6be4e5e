import { COMPARED_PER_PAGE, type FoundPage } from '../../domain/shared/search-window.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { WithdrawalSearch } from '../../domain/store/withdrawal-tables.js'
import { WITHDRAWAL_STATUSES, type Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { findWithdrawals } from '../../domain/withdrawals/withdrawal-search.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { noMatch } from '../../pages/parts.js'
import { newRows, POLLED_ROWS, pollOf } from '../../pages/polls.js'
import { savedFilters } from '../../pages/saved-filters.js'
import { statusTabs } from '../../pages/views/status-tabs.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { amountOf, countOf } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { exportList } from '../frame/list-filter.js'
import { pages, placeOf } from '../frame/lists.js'
import { day } from '../frame/times.js'
import type { ReadPage } from '../page.js'
import { FILTER_FORMS } from '../people/saved-filters.js'
import type { Visit } from '../visit.js'
import { readWithdrawalSearch, withdrawalFilters, withdrawalQuery } from './withdrawal-filter.js'
import { noWithdrawals, withdrawalTable } from './withdrawal-table.js'

/** The withdrawals and refunds of the environment that the filters select, newest first. */
export const withdrawalsPage: ReadPage = async (tx, visit) => {
  const query = withdrawalQuery(visit)
  const search = await readWithdrawalSearch(tx, visit)
  const isFiltered = Object.values(query).some((value) => value !== undefined)
  const after = placeOf(visit)
  const found = await findWithdrawals(tx, search, { after, rows: PAGE_ROWS })
  const nothing = isFiltered
    ? noMatch(visit, 'search', '/withdrawals', 'no_withdrawal_matches')
    : noWithdrawals(visit)
  const list = found.rows.length === 0 ? nothing : withdrawalTable(visit, found.rows)
  const isOnly = !after && !found.next
  const hasPages = !isOnly || (!isFiltered && found.rows.length > 0)
  const text = isFiltered ? comparedText(visit, found) : await countText(tx, visit)
  const main = html`${pageHead({
    ...(visit.may('withdrawals') && {
      path: {
        label: visit.plain('path'),
        link: { href: visit.href('/withdraw'), text: visit.plain('withdraw') },
        here: visit.plain('withdrawals'),
      },
    }),
    title: visit.plain('withdrawals'),
    line: visit.timesIn,
    actions: exportList(visit, '/withdrawals.csv', query),
  })}${statusTabs(visit, {
    label: visit.plain('withdrawals'),
    path: '/withdrawals',
    query,
    statuses: WITHDRAWAL_STATUSES,
  })}${withdrawalFilters(visit, query, isFiltered ? await summaryOf(tx, visit, search) : undefined)}${await savedFilters(tx, visit, { list: 'withdrawals', query, forms: FILTER_FORMS })}${card(
    {
      id: 'list',
      isFlush: true,
      body: html`${list}${hasPages ? pages(visit, { path: '/withdrawals', text, next: found.next, query }) : NOTHING}`,
    },
  )}`
  return {
    kind: 'content',
    title: visit.plain('withdrawals'),
    section: 'withdraw',
    main,
    ...pollOf(visit, '/withdrawals.json', query, found.rows, after),
  }
}

/** The number of new withdrawals that match, for the script of the page. */
export const withdrawalsCount: ReadPage = async (tx, visit) => {
  const search = await readWithdrawalSearch(tx, visit)
  const { rows } = await findWithdrawals(tx, search, { after: undefined, rows: POLLED_ROWS })
  return newRows(visit, rows)
}

/** The number and the sums of what the filters select. */
async function summaryOf(tx: Tx, visit: Visit, search: WithdrawalSearch): Promise<Html> {
  const { withdrawals, asked, completed, isCut } = await tx.withdrawals.sumFound(search, COMPARED_PER_PAGE)
  return visit.text('found_withdrawals', {
    n: countOf({ total: withdrawals, isAtLeast: isCut }),
    asked: amountOf(asked),
    completed: amountOf(completed),
  })
}

const comparedText = (visit: Visit, { comparedSince }: FoundPage<Withdrawal>): Html =>
  comparedSince === undefined ? NOTHING : visit.text('older_withdrawals', { day: day(visit, comparedSince) })

const countText = async (tx: Tx, visit: Visit): Promise<Html> =>
  visit.text('count_withdrawals', { n: countOf(await tx.withdrawals.count(visit.caller, {})) })
