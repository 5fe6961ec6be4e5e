import type { ExportedPosting } from '../../domain/ledger/ledger-entry.js'
import { changeBy, type Statement, totalOf } from '../../domain/ledger/statement.js'
import type { Batch } from '../../domain/shared/period.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { amountOf } from '../../ui/figures.js'
import { table } from '../../ui/table.js'
import { exactTime, shortDay } from '../frame/times.js'
import type { Visit } from '../visit.js'

/** A posting that changed the balance, and the balance after it. */
interface Row {
  readonly posting: ExportedPosting
  readonly line: Html
  readonly change: bigint
  readonly balance: bigint
}

/** The postings that changed the balance, oldest first, as many as one batch has. The file has all of them. */
export function postingsCard(
  visit: Visit,
  { opening }: Statement,
  { rows, next }: Batch<ExportedPosting>,
): Html {
  let balance = totalOf(opening)
  const changes: Row[] = []
  for (const posting of rows) {
    const { line, change } = changeOf(visit, posting)
    if (line === undefined) continue
    balance += change
    changes.push({ posting, line: visit.text(`line_${line}`), change, balance })
  }
  const list = table<Row>({
    caption: `${visit.plain('postings')}, USDT`,
    rows: changes,
    columns: [
      { title: visit.plain('when'), place: 'name', cell: ({ posting }) => timeOf(visit, posting) },
      { title: visit.plain('line'), place: 'note', cell: ({ line }) => line },
      { title: visit.plain('about'), place: 'more', cell: ({ posting }) => subjectOf(visit, posting) },
      {
        title: visit.plain('amount'),
        place: 'amount',
        isNumber: true,
        cell: ({ change }) => html`<span class="no-break">${amountOf(change)}</span>`,
      },
      {
        title: visit.plain('balance'),
        place: 'status',
        isNumber: true,
        cell: ({ balance: after }) => amountOf(after),
      },
    ],
  })
  return card({
    id: 'postings',
    title: visit.plain('postings'),
    aside: 'USDT',
    isFlush: true,
    body: html`${list}${next ? html`<p class="pad dim">${visit.text('postings_cut')}</p>` : NOTHING}`,
  })
}

/** The line of the statement that a posting belongs to, and what it changes. */
export const changeOf = ({ caller }: Visit, posting: ExportedPosting) =>
  changeBy(caller.merchantId, { ...posting, isRefund: posting.refundOf !== null })

const timeOf = (visit: Visit, { postedAt }: ExportedPosting): Html =>
  html`<span class="no-break">${shortDay(visit, postedAt)} ${exactTime(visit, postedAt)}</span>`

/** The withdrawal or the order of a posting, by its number; an adjustment has neither. */
function subjectOf(visit: Visit, { orderNumber, withdrawalNumber }: ExportedPosting): Html {
  if (withdrawalNumber !== null) return linkTo(visit, '/withdrawals', withdrawalNumber)
  return orderNumber === null ? html`–` : linkTo(visit, '/orders', orderNumber)
}

const linkTo = (visit: Visit, list: string, number: string): Html =>
  html`<a class="no-break" href="${visit.href(`${list}/${number}`)}">${visit.exact(number)}</a>`
