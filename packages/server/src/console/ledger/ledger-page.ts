import { servedNetworks } from '../../domain/chain/served-chain.js'
import {
  type Account,
  NETWORK_CODES,
  type PlatformCode,
  platformAccount,
  SERVICE_CODES,
} from '../../domain/ledger/account.js'
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
import { type Fact, facts } from '../../ui/facts.js'
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
import { accountName, ENTRY_NAMES } from './entry-table.js'
import { SUSPENSE_PLACES, suspenseCard } from './suspense.js'

const MOST = 50

/** Suspense first, then the accounts, the newest postings, and corrections by hand. */
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
  })}${proof === undefined || isSound ? NOTHING : notice({ kind: 'bad', title: 'The last proof found violations.', text: html`Run <code>merchantpay-server ledger verify</code> on the server, which names them. Every signer is paused.` })}${await suspenseCard(tx, visit)}${await accountsCard(tx, visit)}${await entriesCard(tx, visit)}${postingsCard('adjustments', 'Corrections by hand', await tx.overview.listAdjustments(environment, MOST), visit)}`
  return { kind: 'content', title: 'Ledger', section: 'ledger', visit, main }
}

async function accountsCard(tx: Tx, { environment, services }: Visit): Promise<Html> {
  const on = servedNetworks(services.context)
  const accountsOf = (codes: readonly PlatformCode[]) =>
    codes.map((code) => platformAccount(environment, code))
  const [onNetworks, ofService] = [accountsOf(NETWORK_CODES), accountsOf(SERVICE_CODES)]
  const balances = await tx.ledger.balances([...onNetworks, ...ofService].map(({ id }) => id))
  // A network that is off everywhere is shown only where it has money.
  const shownOnNetworks = onNetworks.filter(
    ({ id }) => (balances.get(id) ?? 0n) !== 0n || on.some((network) => id.endsWith(`:${network}`)),
  )
  const merchants = (await tx.ledger.sumMerchants()).filter((sum) => sum.environment === environment)
  const factOf = ({ id }: Account): Fact => ({ label: accountName(id), value: money(balances.get(id) ?? 0n) })
  const ofMerchants = merchants.map(
    ({ code, total }): Fact => ({ label: `${code}, all merchants`, value: money(total) }),
  )
  const body = html`<div class="columns even">${facts(shownOnNetworks.map(factOf))}${facts([...ofService.map(factOf), ...ofMerchants])}</div>`
  return card({ id: 'accounts', title: 'Accounts', aside: 'USDT', body })
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
