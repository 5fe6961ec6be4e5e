import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { nothingYet } from '../../pages/parts.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { exact } from '../../ui/copy-field.js'
import { amountOf, NETWORK_NAMES } from '../../ui/figures.js'
import { type Column, table } from '../../ui/table.js'
import type { Visit } from '../visit.js'

/** The newest withdrawals, in few columns. */
export const recentWithdrawals = (visit: Visit, withdrawals: readonly Withdrawal[]): Html =>
  table<Withdrawal>({
    caption: visit.plain('recent'),
    rows: withdrawals,
    columns: [
      {
        title: visit.plain('when'),
        place: 'name',
        cell: ({ id, createdAt }) =>
          html`<a href="${visit.href(`/withdrawals/${id}`)}">${visit.time(createdAt)}</a>`,
      },
      ...resultColumns(visit),
    ],
  })

/** A list of withdrawals and refunds, newest first. */
export const withdrawalTable = (visit: Visit, withdrawals: readonly Withdrawal[]): Html =>
  table<Withdrawal>({
    caption: visit.plain('withdrawals'),
    rows: withdrawals,
    columns: [
      {
        title: visit.plain('withdrawal'),
        place: 'name',
        cell: ({ id, withdrawalNumber }) =>
          html`<a class="mono" href="${visit.href(`/withdrawals/${id}`)}">${visit.exact(withdrawalNumber)}</a>`,
      },
      { title: visit.plain('when'), place: 'more', cell: ({ createdAt }) => visit.time(createdAt) },
      {
        title: visit.plain('to'),
        place: 'note',
        cell: ({ destinationAddress, network, orderId }) =>
          html`${exact(destinationAddress)} ${visit.exact(NETWORK_NAMES[network])}${orderId === null ? NOTHING : html` · <a href="${visit.href(`/orders/${orderId}`)}">${visit.text('refund_made')}</a>`}`,
      },
      ...resultColumns(visit),
    ],
  })

const resultColumns = (visit: Visit): Column<Withdrawal>[] => [
  { title: visit.plain('amount'), place: 'amount', isNumber: true, cell: ({ amount }) => amountOf(amount) },
  { title: visit.plain('status'), place: 'status', cell: ({ status }) => visit.badge(status) },
]

export const noWithdrawals = (visit: Visit): Html => nothingYet(visit, 'arrow-out', 'no_withdrawals')
