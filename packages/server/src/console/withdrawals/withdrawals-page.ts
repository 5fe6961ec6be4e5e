import { add } from '../../domain/shared/money.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import {
  WITHDRAWAL_STATUSES,
  type Withdrawal,
  type WithdrawalStatus,
} from '../../domain/withdrawals/withdrawal.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { STATUSES } from '../../ui/badge.js'
import { buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { exact } from '../../ui/copy-field.js'
import { dialog, opensDialog } from '../../ui/dialog.js'
import { emptyState } from '../../ui/empty-state.js'
import { type Fact, facts } from '../../ui/facts.js'
import { money, NETWORK_NAMES } from '../../ui/figures.js'
import { pagination } from '../../ui/pagination.js'
import { pageHead } from '../../ui/shell.js'
import { table } from '../../ui/table.js'
import { tabs } from '../../ui/tabs.js'
import { confirmationOf } from '../access/ask.js'
import { merchantNames } from '../merchants/merchant-names.js'
import { transactionLink } from '../orders/transaction-link.js'
import type { ConsolePage, ReadPage } from '../page.js'
import { counted, timeElement } from '../shown.js'
import type { Visit } from '../visit.js'
import { checkList, readChecks } from './checks.js'
import { waitBadge } from './review-reasons.js'
import { approveAction } from './withdrawal-actions.js'

const TABS: readonly (WithdrawalStatus | undefined)[] = [
  undefined,
  'REVIEW',
  'PENDING',
  'BROADCAST',
  'COMPLETED',
  'FAILED',
  'CANCELED',
]
const PAGE_ROWS = 50

/** The withdrawals of all merchants, and one of them in full for a decision. */
export const withdrawalsPage: ReadPage = async (tx, visit): Promise<ConsolePage> => {
  const status = WITHDRAWAL_STATUSES.find((each) => each === visit.query('status'))
  const merchantId = visit.query('merchant')
  const open = visit.query('open')
  const opened = open === undefined ? undefined : await tx.withdrawals.find(open)
  const at = opened ? visit.in(opened.environment) : visit
  const found = await tx.withdrawals.search({
    ...{ environment: at.environment, merchantId, status, limit: PAGE_ROWS + 1 },
    before: visit.query('before'),
  })
  const rows = found.slice(0, PAGE_ROWS)
  const names = await merchantNames(
    tx,
    [...rows, ...(opened ? [opened] : [])].map((each) => each.merchantId),
  )
  const query = { status, merchant: merchantId }
  const list = card({
    id: 'withdrawals',
    isFlush: true,
    body:
      rows.length === 0
        ? nothing(status)
        : html`${listOf(rows, names, at, { ...query, open })}${pages(at, query, rows, found.length > rows.length)}`,
  })
  const links = TABS.map((each) => ({
    href: at.href('/withdrawals', { ...query, status: each }),
    text: each === undefined ? 'All' : STATUSES[each].word,
    isHere: each === status,
  }))
  const main = html`${pageHead({ title: 'Withdrawals', line: 'Those in review wait for you. All others go out by themselves. Times are UTC.' })}${tabs('Statuses', links)}<div class="${opened ? 'columns' : 'alone'}"><div>${list}</div><div>${opened ? await review(tx, at, opened, names) : NOTHING}</div></div>`
  return {
    kind: 'content',
    title: 'Withdrawals',
    section: 'withdrawals',
    visit: at,
    main,
    polls: at.href('/withdrawals.json'),
  }
}

/** The newest withdrawal, for the script of the page. */
export const withdrawalsCount: ReadPage = async (tx, { environment }) => {
  const [first] = await tx.withdrawals.search({
    environment,
    merchantId: undefined,
    status: undefined,
    limit: 1,
  })
  return {
    kind: 'data',
    type: 'application/json',
    text: JSON.stringify({ newest: first?.id ?? '', count: 0 }),
  }
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
      { title: 'Requested', place: 'note', cell: ({ createdAt }) => timeElement(createdAt, visit.now) },
      { title: 'Amount', isNumber: true, place: 'amount', cell: ({ amount }) => money(amount) },
      { title: 'Network', place: 'none', cell: ({ network }) => NETWORK_NAMES[network] },
      { title: 'Why it waits', place: 'status', cell: waitBadge },
    ],
  })
}

const nothing = (status: WithdrawalStatus | undefined): Html =>
  emptyState({
    tone: status === 'REVIEW' ? 'ok' : 'grey',
    icon: status === 'REVIEW' ? 'check' : 'arrow-out',
    title: status === 'REVIEW' ? 'No withdrawal waits for you' : 'No withdrawals',
    text: status === undefined ? 'The first withdrawal of a merchant appears here.' : 'None has this status.',
  })

const pages = (
  visit: Visit,
  query: Readonly<Record<string, string | undefined>>,
  rows: readonly Withdrawal[],
  hasMore: boolean,
): Html =>
  pagination({
    label: 'Pages',
    text: `${counted(rows.length, 'withdrawal')}, newest first`,
    ...(visit.query('before') !== undefined && {
      newer: { href: visit.href('/withdrawals', query), text: 'Newest' },
    }),
    ...(hasMore && {
      older: { href: visit.href('/withdrawals', { ...query, before: rows.at(-1)?.id }), text: 'Older' },
    }),
  })

async function review(
  tx: Tx,
  visit: Visit,
  withdrawal: Withdrawal,
  names: ReadonlyMap<string, string>,
): Promise<Html> {
  const { amount, fee, id, status, approvedAt, version, environment } = withdrawal
  const isOpen = status === 'REVIEW' && approvedAt === null
  const about = visit.of({ id })
  const canApprove =
    isOpen && visit.may('withdrawals approve') && withdrawal.reviewReason !== 'possible_duplicate'
  const canReject = (status === 'REVIEW' || status === 'PENDING') && visit.may('withdrawals reject')
  const checks = isOpen ? checkList(await readChecks(tx, visit, withdrawal)) : NOTHING
  const approval = canApprove
    ? confirmationOf(await approveAction.ask(tx, about), about, approveAction)
    : undefined
  const links = [
    canReject
      ? buttonLink({
          text: 'Reject',
          kind: 'danger',
          icon: 'cross',
          href: visit.href(`/withdrawals/${id}/reject`),
        })
      : NOTHING,
    approval
      ? buttonLink({
          text: 'Approve',
          kind: 'primary',
          icon: 'check',
          href: visit.href(`/withdrawals/${id}/approve`),
          attributes: opensDialog(approval.id),
        })
      : NOTHING,
  ]
  const counts = isOpen
    ? html`<p class="small dim">Approving counts for version ${version} only. If the request changes, you are asked again.</p>`
    : NOTHING
  return html`${card({
    id: 'review',
    title: isOpen ? 'Review' : 'Withdrawal',
    aside: waitBadge(withdrawal),
    body: html`<p class="sum">${money(amount)} <small>USDT</small></p><p class="dim">plus ${money(fee)} fee, ${money(add(amount, fee))} in all${environment === 'test' ? ', test money' : ''}</p>${facts(factsOf(withdrawal, visit, names))}${checks}${buttons(...links)}${counts}`,
  })}${approval ? dialog(approval) : NOTHING}`
}

function factsOf(withdrawal: Withdrawal, visit: Visit, names: ReadonlyMap<string, string>): Fact[] {
  const { merchantId, description, orderId, txHash, failureCode, network, createdAt, completedAt } =
    withdrawal
  const rows: (Fact | undefined)[] = [
    {
      label: 'To',
      value: exact(withdrawal.destinationAddress, {
        id: 'to',
        text: 'Copy address',
        copied: 'Address copied',
      }),
    },
    { label: 'Network', value: NETWORK_NAMES[network] },
    {
      label: 'Merchant',
      value: html`<a href="${visit.href(`/merchants/${merchantId}`)}">${names.get(merchantId) ?? merchantId}</a>`,
    },
    { label: 'Requested', value: timeElement(createdAt, visit.now) },
    description === null ? undefined : { label: 'Note', value: description },
    orderId === null
      ? undefined
      : {
          label: 'Refund of',
          value: html`<a href="${visit.href(`/orders/${orderId}`)}">${exact(orderId)}</a>`,
        },
    txHash === null
      ? undefined
      : { label: 'Transaction', value: transactionLink({ ...withdrawal, txHash }, visit) },
    failureCode === null ? undefined : { label: 'Failed', value: failureCode },
    completedAt === null ? undefined : { label: 'Completed', value: timeElement(completedAt, visit.now) },
    { label: 'Number', value: html`<span class="mono">${withdrawal.withdrawalNumber}</span>` },
  ]
  return rows.filter((row) => row !== undefined)
}
