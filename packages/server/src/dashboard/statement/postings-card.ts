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

/** Kinds whose subject is an order; that of the others is a withdrawal, or has no page. */
const OF_ORDERS: ReadonlySet<ExportedPosting['kind']> = new Set(['deposit', 'attribute', 'reverse', 'reject'])

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

function subjectOf(visit: Visit, { kind, reference, refundOf }: ExportedPosting): Html {
  if (OF_ORDERS.has(kind)) return linkTo(visit, `/orders/${reference}`, 'order')
  if (!kind.startsWith('withdrawal')) return html`–`
  return linkTo(visit, `/withdrawals/${reference}`, refundOf === null ? 'withdrawal' : 'refund')
}

const linkTo = (visit: Visit, path: string, text: 'order' | 'withdrawal' | 'refund'): Html =>
  html`<a href="${visit.href(path)}">${visit.text(text)}</a>`
