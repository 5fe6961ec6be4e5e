import { findIntended, type IntendedOrder } from '../../domain/chain/sibling-networks.js'
import type { RecordedTransfer } from '../../domain/chain/transfer.js'
import type { SuspensePosition } from '../../domain/store/payment-tables.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { transactionLink } from '../../pages/views/transaction-link.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { card } from '../../ui/card.js'
import { exact } from '../../ui/copy-field.js'
import { emptyState } from '../../ui/empty-state.js'
import { money, NETWORK_NAMES } from '../../ui/figures.js'
import { table } from '../../ui/table.js'
import { pagesOf, placeOf } from '../lists/pages.js'
import type { Visit } from '../visit.js'
import { transferPath } from './transfer-path.js'

/** The parameter of the address that holds the places of this list: the page has another one. */
export const SUSPENSE_PLACES = 'suspense'
const POSITION = /^(\d{1,15})\.(\w{1,100})\.(\d{1,9})$/

const positionText = ({ confirmedAt, txHash, logIndex }: RecordedTransfer): string =>
  `${confirmedAt}.${txHash}.${logIndex}`

function readPosition(text: string | undefined): SuspensePosition | undefined {
  const [, confirmedAt, txHash, logIndex] = POSITION.exec(text ?? '') ?? []
  return txHash === undefined
    ? undefined
    : { confirmedAt: Number(confirmedAt), txHash, logIndex: Number(logIndex) }
}

interface SuspendedRow extends RecordedTransfer {
  readonly intended: IntendedOrder | undefined
}

/** The transfers in suspense, page by page. */
export async function suspenseCard(tx: Tx, visit: Visit): Promise<Html> {
  const before = readPosition(placeOf(visit, SUSPENSE_PLACES))
  const found = await tx.transfers.listLatestInSuspense(visit.environment, { before, limit: PAGE_ROWS + 1 })
  const rows: SuspendedRow[] = []
  for (const transfer of found.slice(0, PAGE_ROWS)) {
    const intended = await findIntended(tx, transfer, { to: transfer.to, at: transfer.block.timeAt })
    rows.push({ ...transfer, intended })
  }
  const last = found.length > PAGE_ROWS ? rows.at(-1) : undefined
  const pages = pagesOf(visit, {
    path: '/ledger',
    places: SUSPENSE_PLACES,
    label: 'Pages of suspense',
    query: { before: visit.queries('before') },
    rows: rows.length,
    next: last && positionText(last),
  })
  return card({
    id: 'suspense',
    title: 'Suspense',
    aside: 'Money that belongs to no order, latest first',
    body: rows.length === 0 && before === undefined ? nothing : html`${listOf(rows, visit)}${pages}`,
    isFlush: true,
  })
}

const nothing = emptyState({
  tone: 'ok',
  icon: 'check',
  title: 'Nothing in suspense',
  text: 'Every confirmed transfer has an owner.',
})

/** Names the order of a payer who chose the wrong network. */
const intendedOrder = ({ intended }: SuspendedRow, visit: Visit): Html =>
  intended?.orderId === undefined
    ? NOTHING
    : html`, the address of an <a href="${visit.href(`/orders/${intended.orderId}`)}">order</a> on ${NETWORK_NAMES[intended.network]}`

const listOf = (rows: readonly SuspendedRow[], visit: Visit): Html =>
  table({
    caption: 'Transfers in suspense, latest first',
    rows,
    columns: [
      { title: 'Transaction', place: 'name', cell: (transfer) => transactionLink(visit, transfer) },
      { title: 'Time', place: 'more', cell: ({ block }) => visit.time(block.timeAt) },
      { title: 'Amount', isNumber: true, place: 'amount', cell: ({ value }) => money(value) },
      {
        title: 'To',
        place: 'note',
        cell: (row) => html`${exact(row.to)} on ${NETWORK_NAMES[row.network]}${intendedOrder(row, visit)}`,
      },
      {
        title: 'From',
        place: 'none',
        cell: ({ from, isFlagged }) =>
          html`${exact(from)}${isFlagged ? html` ${badge({ tone: 'ice', icon: 'snowflake', text: 'Flagged' })}` : NOTHING}`,
      },
      {
        title: 'Owner',
        place: 'status',
        cell: (transfer) =>
          visit.may('ledger attribute')
            ? html`<a href="${visit.href(`/ledger/attribute/${transferPath(transfer)}`)}">Attribute<span class="only-read"> ${transfer.txHash}</span></a>`
            : 'none',
      },
    ],
  })
