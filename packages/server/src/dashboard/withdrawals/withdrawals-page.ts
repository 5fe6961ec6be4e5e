import { listWithdrawals } from '../../domain/withdrawals/withdrawals.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { newRows, POLLED_ROWS, pollOf } from '../../pages/polls.js'
import { html } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { number } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { pages, placeOf } from '../frame/lists.js'
import type { ReadPage } from '../page.js'
import { noWithdrawals, withdrawalTable } from './withdrawal-table.js'

/** All withdrawals and refunds of the environment, newest first. */
export const withdrawalsPage: ReadPage = async (tx, visit) => {
  const after = placeOf(visit)
  const page = { limit: PAGE_ROWS, offset: 0, ...(after && { after }) }
  const { rows, total, next } = await listWithdrawals(tx, visit.caller, {}, page)
  const text = visit.text('count_withdrawals', { n: number(total) })
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
  })}${card({
    id: 'list',
    isFlush: true,
    body:
      rows.length === 0
        ? noWithdrawals(visit)
        : html`${withdrawalTable(visit, rows)}${pages(visit, { path: '/withdrawals', text, next })}`,
  })}`
  return {
    kind: 'content',
    title: visit.plain('withdrawals'),
    section: 'withdraw',
    main,
    ...pollOf(visit, '/withdrawals.json', {}, rows, after),
  }
}

/** The number of new withdrawals, for the script of the page. */
export const withdrawalsCount: ReadPage = async (tx, visit) =>
  newRows(visit, await tx.withdrawals.list(visit.caller, {}, { limit: POLLED_ROWS, offset: 0 }))
