import { type Html, html, joinHtml } from '../../../src/runtime/html.js'
import { badge, badgeRules, STATUSES, type Status, statusBadge } from '../../../src/ui/badge.js'
import { behaviour } from '../../../src/ui/behaviour.js'
import { initials, logo } from '../../../src/ui/brand.js'
import { button, buttonLink, buttonRules, buttons } from '../../../src/ui/button.js'
import { card, cardRules } from '../../../src/ui/card.js'
import { codeBlock, codeRules } from '../../../src/ui/code-block.js'
import { copyField, copyRules, exact } from '../../../src/ui/copy-field.js'
import { confirmation, dialog, dialogRules, opensDialog } from '../../../src/ui/dialog.js'
import { documentOf } from '../../../src/ui/document.js'
import { emptyRules, emptyState } from '../../../src/ui/empty-state.js'
import { facts, factsRules, stats, statsRules } from '../../../src/ui/facts.js'
import {
  choices,
  choicesRules,
  field,
  searchField,
  searchRules,
  selectField,
  textArea,
} from '../../../src/ui/fields.js'
import { filterBar, filterInput, filterRules, filterSelect } from '../../../src/ui/filters.js'
import { ICON_NAMES, icon } from '../../../src/ui/icons.js'
import { type NoticeKind, notice, noticeRules, toast, toastRules } from '../../../src/ui/notice.js'
import { pagination, paginationRules } from '../../../src/ui/pagination.js'
import { pageHead, shell, shellRules } from '../../../src/ui/shell.js'
import { styleSheet } from '../../../src/ui/style-sheet.js'
import { type Column, plainTable, table, tableRules } from '../../../src/ui/table.js'
import { segments, tabs, tabsRules } from '../../../src/ui/tabs.js'
import { timeline, timelineRules } from '../../../src/ui/timeline.js'

interface Order {
  readonly number: string
  readonly merchant: string
  readonly amount: string
  readonly at: string
  readonly status: Status
}

const COPY = { text: 'Copy', copied: 'Copied' }
const ADDRESS = 'TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C'
const ORDERS: readonly Order[] = [
  { number: 'ord_9TB2F5C8KM1A', merchant: 'Ada’s Books', amount: '25.00', at: '11:58', status: 'PAID' },
  {
    number: 'ord_R80YD2GZYVDQ',
    merchant: 'Northwind Tickets',
    amount: '120.00',
    at: '11:57',
    status: 'OPEN',
  },
  {
    number: 'ord_CBY2CRXFSQK8',
    merchant: 'Contoso Coffee',
    amount: '1,310.00',
    at: '11:49',
    status: 'FROZEN',
  },
]
const COLUMNS: readonly Column<Order>[] = [
  {
    title: 'Order',
    place: 'name',
    cell: ({ number }) => html`<a class="mono" href="#${number}">${number}</a>`,
  },
  { title: 'Merchant', place: 'note', cell: ({ merchant }) => merchant },
  { title: 'Amount', place: 'amount', isNumber: true, cell: ({ amount }) => amount },
  { title: 'Status', place: 'status', cell: ({ status }) => statusBadge(status) },
  { title: 'Created (UTC)', place: 'more', cell: ({ at }) => at },
]
const CONFIRMATION = {
  id: 'approve',
  title: 'Approve 2,400.00 USDT?',
  text: 'Ada’s Books sends it on Tron. It cannot be taken back once it is signed.',
  action: '/approve',
  hidden: { token: 'abc', version: '1' },
  fields: [
    field({ name: 'typed', label: 'Type the amount to confirm', unit: 'USDT' }),
    textArea({ name: 'why', label: 'Reason, kept in the audit log' }),
  ],
  submit: { text: 'Approve and send', icon: 'check' },
  cancel: { text: 'Cancel', href: '/withdrawals' },
} as const

/** A page with every component, for pictures and for axe. */
export function specimen(): string {
  const styles = [
    styleSheet(
      ...[shellRules, badgeRules, buttonRules, cardRules, codeRules, copyRules, dialogRules, emptyRules],
      ...[factsRules, statsRules, choicesRules, searchRules, filterRules, noticeRules, toastRules],
      ...[paginationRules, tableRules, tabsRules, timelineRules],
    ),
  ]
  return documentOf({
    language: 'en',
    direction: 'ltr',
    title: 'Components',
    styles,
    script: behaviour(),
    body: html`${frame()}${toast}`,
  })
}

const frame = (): Html =>
  shell({
    brand: { href: '/', mark: logo, name: 'MerchantPay', line: 'Components' },
    environments: segments('Environment', [
      { href: '?env=live', text: 'Live', isHere: true },
      { href: '?env=test', text: 'Test', isHere: false },
    ]),
    groups: [
      {
        items: [
          { href: '/attention', text: 'Attention', icon: 'inbox', isHere: true, count: 8, isUrgent: true },
          { href: '/orders', text: 'Orders', icon: 'receipt', isHere: false },
          { href: '/withdrawals', text: 'Withdrawals', icon: 'arrow-out', isHere: false, count: 2 },
        ],
      },
      {
        title: 'Ledger and server',
        items: [{ href: '/system', text: 'System', icon: 'pulse', isHere: false }],
      },
    ],
    onPhones: ['/attention', '/orders', '/withdrawals'],
    person: { name: 'mira.k', line: 'Signed in until 18:40' },
    search: html`<form role="search" action="/search">${searchField({ name: 'q', label: 'Order, transaction hash, address', key: '/' })}</form>`,
    end: html`<span>UTC 11:58</span>`,
    ribbon: 'TEST — no real money',
    main: html`${pageHead({
      title: 'Needs attention',
      badges: badge({ tone: 'ok', icon: 'check-circle', text: 'Healthy' }),
      line: 'Eight things wait for a person.',
      path: { label: 'Path', link: { href: '/orders', text: 'Orders' }, here: 'ord_3RJY1WZ0ZKCN' },
      actions: button({ text: 'Export', icon: 'download' }),
    })}${content()}`,
    words: { skip: 'Skip to the text', side: 'MerchantPay', navigation: 'Pages', more: 'More' },
  })

const content = (): Html =>
  joinHtml([
    ...(['ok', 'info', 'warn', 'bad'] satisfies NoticeKind[]).map((kind) =>
      notice({
        kind,
        title: 'Last backup is 31 hours old.',
        text: 'Look at the timer that should have run it.',
      }),
    ),
    notice({
      kind: 'ok',
      title: 'Key “till 2” is ready.',
      more: copyField('secret', 'sk_live_c5Yh0mB7v2xQ9rTn4KpL8sWd1FgJ6uZa3eXoIiRtVbN', COPY),
    }),
    stats([
      { label: 'Received today', value: '12,480.50', unit: 'USDT', note: '187 orders, 4 of them late' },
      { label: 'Open now', value: '38', unit: 'orders', note: '4 confirming' },
      { label: 'Webhooks, last hour', value: '97.9', unit: '% first try', note: '228 waiting' },
      { label: 'Ledger', value: 'Balanced' },
    ]),
    tabs('Status', [
      { href: '?all', text: 'All', count: '12,481', isHere: true },
      { href: '?open', text: 'Open', count: 38, isHere: false },
      { href: '?expired', text: 'Expired', isHere: false },
    ]),
    filterBar({
      action: '/orders',
      label: 'Filter orders',
      fields: [
        searchField({ name: 'text', label: 'Number, transaction, address' }),
        filterSelect({ name: 'network', label: 'Network', options: [{ value: '', text: 'All' }] }),
        filterInput({ name: 'from', label: 'From', attributes: { type: 'date' } }),
      ],
      kept: { status: 'OPEN' },
      pills: [{ text: 'Created on 26 Nov', href: '?' }],
      clearHref: '?',
      summary: '226 orders, 14,902.35 USDT received',
      words: { apply: 'Apply', clear: 'Clear filters', remove: 'Remove' },
    }),
    card({
      id: 'orders',
      title: 'Orders',
      aside: html`<a href="/orders">All orders</a>`,
      isFlush: true,
      body: ordersTable(),
    }),
    html`<div class="columns"><div>${happened()}</div><div>${side()}</div></div>`,
    card({
      id: 'buttons',
      body: html`${buttons(
        button({ text: 'Primary', kind: 'primary', icon: 'check' }),
        button({ text: 'Secondary' }),
        button({ text: 'Danger', kind: 'danger' }),
        button({ text: 'Reject', kind: 'danger-fill' }),
        button({ text: 'Quiet', kind: 'quiet' }),
        button({ text: 'Sent', kind: 'primary', attributes: { disabled: true, 'aria-busy': 'true' } }),
        buttonLink({ text: 'Review', href: '/review', attributes: opensDialog('approve') }),
      )}<p>${joinHtml((Object.keys(STATUSES) as Status[]).map((status) => html`${statusBadge(status)} `))}</p><p>${joinHtml(ICON_NAMES.map(icon))} ${initials('mira.k')}</p>`,
    }),
    card({
      id: 'form',
      title: 'Withdraw',
      body: html`${field({ name: 'amount', label: 'Amount', value: '1200', unit: 'USDT', hint: 'Available 4,180.25', error: 'More than is available' })}${selectField({ name: 'network', label: 'Network', note: 'optional', options: [{ value: 'TRC20', text: 'Tron' }] })}${choices(
        'to',
        'Destination',
        [
          {
            value: '1',
            title: 'Treasury',
            text: ADDRESS,
            isChosen: true,
            aside: badge({ tone: 'ok', text: 'Ready' }),
          },
          { value: '2', title: 'Supplier', text: ADDRESS },
        ],
      )}`,
    }),
    card({
      id: 'nothing',
      body: emptyState({
        tone: 'ok',
        icon: 'check',
        title: 'All clear',
        text: 'Nothing waits for you.',
        action: button({ text: 'Audit log' }),
      }),
    }),
    dialog(CONFIRMATION),
    card({
      id: 'page',
      body: confirmation({
        ...CONFIRMATION,
        id: 'page-approve',
        fields: [],
        submit: { text: 'Reject', isDangerous: true },
      }),
    }),
  ])

const ordersTable = (): Html =>
  html`${table({
    caption: 'Orders',
    columns: COLUMNS,
    rows: ORDERS,
    isSelected: ({ status }) => status === 'OPEN',
    detail: ({ status }) => (status === 'OPEN' ? html`<p>Attempts of this order</p>` : undefined),
  })}${pagination({ label: 'Pages of orders', text: '1 to 50 of 226', newer: { href: '?a', text: 'Newer' }, older: { href: '?b', text: 'Older' } })}`

const happened = (): Html =>
  card({
    id: 'happened',
    title: 'History',
    aside: '26 Nov 2026, UTC',
    body: timeline([
      {
        tone: 'grey',
        icon: 'plus',
        title: 'Created',
        text: 'By key till.',
        time: { datetime: '2026-11-26T11:31:02Z', text: '11:31:02' },
      },
      {
        tone: 'ok',
        icon: 'check-circle',
        title: 'Paid in full',
        more: plainTable({
          caption: 'Entry 48,113',
          columns: [
            { title: 'Account', cell: ({ number }) => number },
            { title: 'Credit', isNumber: true, cell: ({ amount }) => amount },
          ],
          rows: ORDERS.slice(0, 2),
        }),
      },
      {
        tone: 'bad',
        icon: 'antenna',
        title: 'Attempt 1: HTTP 503',
        more: codeBlock({
          id: 'answer',
          label: 'Answer',
          code: '503 Service Unavailable',
        }),
      },
    ]),
  })

const side = (): Html =>
  card({
    id: 'amounts',
    title: 'Amounts',
    body: facts([
      { label: 'Asked for', value: '25.00' },
      { label: 'Address', value: exact(ADDRESS, { id: 'address', ...COPY }) },
      { label: 'Metadata', value: exact('A-1001') },
    ]),
  })
