import type { Tx } from '../../domain/store/unit-of-work.js'
import { isShortage, type Withdrawal, type WithdrawalStatus } from '../../domain/withdrawals/withdrawal.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { noMatch } from '../../pages/parts.js'
import { pollOf } from '../../pages/polls.js'
import { savedFilters } from '../../pages/saved-filters.js'
import { type Count, statusTabs } from '../../pages/views/status-tabs.js'
import { type Html, html } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { money, NETWORK_NAMES, number } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { table } from '../../ui/table.js'
import { csvButton } from '../lists/csv.js'
import { listFilters, merchantFilter } from '../lists/filters.js'
import { pagesOf, placeOf } from '../lists/pages.js'
import { byMerchantName, merchantNames } from '../merchants/merchant-names.js'
import { FILTER_FORMS } from '../operators/saved-filters.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { type Filters, findWithdrawals, queryOf } from './find-withdrawals.js'
import { reviewOf } from './review.js'
import { waitBadge } from './review-reasons.js'

const TABS: readonly WithdrawalStatus[] = [
  'REVIEW',
  'PENDING',
  'BROADCAST',
  'COMPLETED',
  'FAILED',
  'CANCELED',
]
/** Withdrawals of each reason that the line at the top counts. */
const MOST_REVIEWS = 100
/** Withdrawals that the tabs count. */
const COUNTED = 10_000

/** The withdrawals of all merchants, and one of them in full for a decision. */
export const withdrawalsPage: ReadPage = async (tx, visit) => {
  const named = await byMerchantName(tx, visit, '/withdrawals')
  if (named) return named
  const query = queryOf(visit)
  const open = visit.query('open')
  const opened = open === undefined ? undefined : await tx.withdrawals.find(open)
  const at = opened ? visit.in(opened.environment) : visit
  const found = await findWithdrawals(tx, at, PAGE_ROWS + 1, placeOf(at))
  const rows = found.slice(0, PAGE_ROWS)
  const names = await merchantNames(
    tx,
    [...rows.map((each) => each.merchantId), opened?.merchantId ?? [], query.merchant ?? []].flat(),
  )
  const counts = await tx.overview.countWithdrawals(at.environment)
  const list = card({
    id: 'withdrawals',
    isFlush: true,
    body:
      rows.length === 0
        ? nothing(at, query)
        : html`${listOf(rows, names, at, { ...query, open })}${pages(at, rows, found.length > rows.length, counts)}`,
  })
  const filtered = html`${filters(at, query, names.get(`${query.merchant}`))}${await savedFilters(tx, at, { list: 'withdrawals', query: query, forms: FILTER_FORMS })}${list}`
  // A phone shows the decision before the list.
  const body = opened
    ? html`<div class="columns reviewing"><div>${await reviewOf(tx, at, opened, names)}</div><div>${filtered}</div></div>`
    : filtered
  const tabs = statusTabs(at, {
    label: 'Statuses',
    path: '/withdrawals',
    query,
    statuses: TABS,
    countOf: (each) => countOf(counts, each),
  })
  const main = html`${pageHead({ title: 'Withdrawals', line: await waitingText(tx, at, counts), actions: csvButton(at, '/withdrawals.csv', query) })}${tabs}${body}`
  return {
    kind: 'content',
    title: 'Withdrawals',
    section: 'withdrawals',
    visit: at,
    main,
    ...pollOf(at, '/withdrawals.json', query, rows, placeOf(at)),
  }
}

/** `2 wait for you, 1 is approved, 1 for funds, fees or the network.` With the counts of the tab Review they agree. */
async function waitingText(tx: Tx, { environment }: Visit, counts: Counts): Promise<string> {
  const inReview = (await tx.attention.listInReview(MOST_REVIEWS)).filter(
    (each) => each.environment === environment,
  )
  const others = inReview.filter(({ reviewReason }) => isShortage(reviewReason)).length
  const yours = inReview.length - others
  const waits =
    yours === 0 ? 'None waits for you' : `${number(yours)} ${yours === 1 ? 'waits' : 'wait'} for you`
  const approved = Math.max((counts.get('REVIEW') ?? 0) - inReview.length, 0)
  const next = approved === 0 ? '' : `, ${number(approved)} ${approved === 1 ? 'is' : 'are'} approved`
  const rest = others === 0 ? '' : `, ${number(others)} for funds, fees or the network`
  return `${waits}${next}${rest}. All others go out by themselves. Times are UTC.`
}

type Counts = ReadonlyMap<WithdrawalStatus, number>
const totalOf = (counts: Counts): number => [...counts.values()].reduce((sum, each) => sum + each, 0)

function countOf(counts: Counts, status: WithdrawalStatus | undefined): Count {
  const total = totalOf(counts)
  return { count: status === undefined ? total : (counts.get(status) ?? 0), isCut: total >= COUNTED }
}

function listOf(
  rows: readonly Withdrawal[],
  names: ReadonlyMap<string, string>,
  visit: Visit,
  { open, ...query }: { open: string | undefined; status: string | undefined; merchant: string | undefined },
): Html {
  return table({
    caption: 'Withdrawals, newest first',
    isSelected: ({ id }) => id === open,
    rows,
    columns: [
      {
        title: 'Merchant',
        place: 'name',
        cell: ({ id, merchantId }) =>
          html`<a href="${visit.href('/withdrawals', { ...query, open: id })}">${names.get(merchantId) ?? merchantId}</a>`,
      },
      { title: 'Requested', place: 'note', cell: ({ createdAt }) => visit.time(createdAt) },
      { title: 'Amount', isNumber: true, place: 'amount', cell: ({ amount }) => money(amount) },
      { title: 'Network', place: 'none', cell: ({ network }) => NETWORK_NAMES[network] },
      { title: 'Why it waits', place: 'status', cell: waitBadge },
    ],
  })
}

function nothing(visit: Visit, { status, merchant }: Filters): Html {
  if (merchant !== undefined || (status !== undefined && status !== 'REVIEW'))
    return noMatch(visit, 'arrow-out', '/withdrawals', 'no_match_text')
  return status === 'REVIEW'
    ? emptyState({
        tone: 'ok',
        icon: 'check',
        title: 'No withdrawal waits for you',
        text: 'All others go out by themselves.',
      })
    : emptyState({
        icon: 'arrow-out',
        title: 'No withdrawals yet',
        text: 'The first withdrawal of a merchant appears here.',
      })
}

const filters = (visit: Visit, { status, merchant }: Filters, name: string | undefined): Html =>
  listFilters(visit, {
    path: '/withdrawals',
    status,
    label: 'Filter withdrawals',
    fields: [merchantFilter(visit, name ?? merchant)],
    pills:
      merchant === undefined
        ? []
        : [{ text: `Merchant ${name ?? merchant}`, href: visit.href('/withdrawals', { status }) }],
  })

function pages(visit: Visit, rows: readonly Withdrawal[], hasMore: boolean, counts: Counts): Html {
  const query = queryOf(visit)
  const { count, isCut } = countOf(counts, query.status)
  return pagesOf(visit, {
    path: '/withdrawals',
    query,
    rows: rows.length,
    next: hasMore ? rows.at(-1)?.id : undefined,
    total: query.merchant !== undefined || isCut ? undefined : count,
  })
}
