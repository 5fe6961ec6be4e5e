import type { RecordedPosting } from '../../domain/ledger/ledger-entry.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { formatUsdt } from '../../domain/shared/money.js'
import type { Position } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { BATCH_ROWS, type Columns } from '../../pages/csv.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { money, shortened } from '../../ui/figures.js'
import { notice } from '../../ui/notice.js'
import { positionText, readPosition } from '../../ui/position.js'
import { pageHead } from '../../ui/shell.js'
import { table } from '../../ui/table.js'
import { age } from '../formats.js'
import { csvButton, newestCsv } from '../lists/csv.js'
import { pagesOf, placeOf } from '../lists/pages.js'
import type { ConsolePage, ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { balanceSheetCard } from './balance-sheet.js'
import { chainProofCard } from './chain-proof-card.js'
import { accountName, ENTRY_NAMES } from './entry-table.js'
import { proofCard } from './proof-card.js'
import { SUSPENSE_PLACES, suspenseCard } from './suspense.js'

const MOST = 50

/** The balance sheet, suspense, the last proofs, the newest postings, and corrections by hand. */
export const ledgerPage: ReadPage = async (tx, visit): Promise<ConsolePage> => {
  const { environment, now } = visit
  const proof = await tx.ledgerProofs.find()
  const isSound = proof !== undefined && proof.violations === 0
  const verified =
    proof === undefined ? 'The ledger was never verified.' : `Verified ${age(proof.provenAt, now)} ago.`
  const main = html`${pageHead({
    title: 'Ledger',
    badges: proof
      ? badge({
          tone: isSound ? 'ok' : 'bad',
          icon: isSound ? 'check-circle' : 'cross-circle',
          text: isSound ? 'Balanced' : 'Violated',
        })
      : NOTHING,
    line: `${verified} Times are UTC.`,
    actions: csvButton(visit, '/ledger.csv', {}),
  })}${proof === undefined || isSound ? NOTHING : notice({ kind: 'bad', title: 'The last proof found violations.', text: html`They are listed <a href="#proof">below</a>. Every signer is paused.` })}${await balanceSheetCard(tx, visit)}${await suspenseCard(tx, visit)}${await chainProofCard(tx, visit)}${await proofCard(tx, visit, proof)}${await entriesCard(tx, visit)}${postingsCard('adjustments', 'Corrections by hand', await tx.overview.listAdjustments(environment, MOST), visit)}`
  return { kind: 'content', title: 'Ledger', section: 'ledger', visit, main }
}

/** The postings of all ledger transactions, page by page. */
async function entriesCard(tx: Tx, visit: Visit): Promise<Html> {
  const found = await tx.overview.listPostings(visit.environment, PAGE_ROWS + 1, readPosition(placeOf(visit)))
  const ids = [...new Set(found.map(({ transactionId }) => transactionId))]
  const postings =
    ids.length > PAGE_ROWS ? found.filter(({ transactionId }) => transactionId !== ids.at(-1)) : found
  const last = ids.length > PAGE_ROWS ? postings.at(-1) : undefined
  const pages = pagesOf(visit, {
    path: '/ledger',
    label: 'Pages of postings',
    anchor: 'entries',
    query: { [SUSPENSE_PLACES]: visit.queries(SUSPENSE_PLACES) },
    rows: Math.min(ids.length, PAGE_ROWS),
    next: last && positionText({ createdAt: last.postedAt, id: last.transactionId }),
    note: ', by transaction',
  })
  return postingsCard('entries', 'Postings, newest first', postings, visit, pages)
}

/** The postings of the newest ledger transactions, as a file. */
export const ledgerCsv: ReadPage = async (_tx, visit) =>
  newestCsv(visit, 'ledger', COLUMNS, async (tx, before: Position | undefined) => {
    const rows = await tx.overview.listPostings(visit.environment, BATCH_ROWS, before)
    const transactions = new Set(rows.map(({ transactionId }) => transactionId)).size
    const last = transactions < BATCH_ROWS ? undefined : rows.at(-1)
    return { rows, next: last && { createdAt: last.postedAt, id: last.transactionId } }
  })

const COLUMNS: Columns<RecordedPosting> = {
  posted_at: ({ postedAt }) => isoTime(postedAt),
  transaction_id: ({ transactionId }) => transactionId,
  kind: ({ kind }) => kind,
  key: ({ key }) => key,
  debit: ({ debit }) => debit,
  credit: ({ credit }) => credit,
  amount: ({ amount }) => formatUsdt(amount),
}

function postingsCard(
  id: string,
  title: string,
  postings: readonly RecordedPosting[],
  visit: Visit,
  pages: Html = NOTHING,
): Html {
  const body =
    postings.length === 0
      ? emptyState({ icon: 'book', title: 'None yet', text: 'There is nothing to list.' })
      : table({
          caption: `List: ${title.toLowerCase()}`,
          rows: postings,
          columns: [
            {
              title: 'What',
              place: 'name',
              cell: ({ kind, key }) => html`<span title="${key}">${ENTRY_NAMES[kind]}</span>`,
            },
            { title: 'When', place: 'note', cell: ({ postedAt }) => visit.time(postedAt) },
            {
              title: 'Debit',
              place: 'more',
              isLabelled: true,
              cell: ({ debit }) => accountLink(debit, visit),
            },
            {
              title: 'Credit',
              place: 'more',
              isLabelled: true,
              cell: ({ credit }) => accountLink(credit, visit),
            },
            { title: 'Amount', isNumber: true, place: 'amount', cell: ({ amount }) => money(amount) },
          ],
        })
  return card({ id, title, body: html`${body}${pages}`, isFlush: true })
}

function accountLink(id: string, visit: Visit): Html {
  const [, owner = '', code = ''] = id.split('/')
  if (owner === 'platform') return html`${accountName(id)}`
  return html`${code}, <a class="mono" href="${visit.href(`/merchants/${owner}`)}">${shortened(owner)}</a>`
}
