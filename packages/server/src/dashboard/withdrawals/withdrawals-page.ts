import { COMPARED_PER_PAGE, type FoundPage } from '../../domain/shared/search-window.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { WithdrawalSearch } from '../../domain/store/withdrawal-tables.js'
import { WITHDRAWAL_STATUSES, type Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { findWithdrawals } from '../../domain/withdrawals/withdrawal-search.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { noMatch } from '../../pages/parts.js'
import { newRows, POLLED_ROWS } from '../../pages/polls.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { amountOf, countOf } from '../../ui/figures.js'
import { exportList } from '../frame/list-filter.js'
import { listPage } from '../frame/list-page.js'
import { pages, placeOf } from '../frame/lists.js'
import { day } from '../frame/times.js'
import type { ReadPage } from '../page.js'
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
  return listPage(tx, visit, {
    name: 'withdrawals',
    section: 'withdraw',
    head: { ...pathTo(visit), actions: exportList(visit, '/withdrawals.csv', query) },
    statuses: WITHDRAWAL_STATUSES,
    query,
    filters: withdrawalFilters(visit, query, isFiltered ? await summaryOf(tx, visit, search) : undefined),
    list: html`${list}${hasPages ? pages(visit, { path: '/withdrawals', text, next: found.next, query }) : NOTHING}`,
    rows: found.rows,
  })
}

/** The way back to the form, for those who may withdraw. */
const pathTo = (visit: Visit) =>
  visit.may('withdrawals') && {
    path: {
      label: visit.plain('path'),
      link: { href: visit.href('/withdraw'), text: visit.plain('withdraw') },
      here: visit.plain('withdrawals'),
    },
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
