import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { type Html, html } from '../../runtime/html.js'
import { emptyState } from '../../ui/empty-state.js'
import { amountOf } from '../../ui/figures.js'
import { table } from '../../ui/table.js'
import { timeElement } from '../frame/times.js'
import { badgeOf } from '../orders/order-table.js'
import type { Visit } from '../visit.js'

/** A list of withdrawals, newest first. */
export const withdrawalTable = (visit: Visit, withdrawals: readonly Withdrawal[]): Html =>
  table<Withdrawal>({
    caption: visit.plain('withdrawals'),
    rows: withdrawals,
    columns: [
      {
        title: visit.plain('when'),
        place: 'name',
        cell: ({ id, createdAt }) =>
          html`<a href="${visit.href(`/withdrawals/${id}`)}">${timeElement(visit, createdAt)}</a>`,
      },
      {
        title: visit.plain('amount'),
        place: 'amount',
        isNumber: true,
        cell: ({ amount }) => amountOf(amount),
      },
      { title: visit.plain('status'), place: 'status', cell: ({ status }) => badgeOf(visit, status) },
    ],
  })

export const noWithdrawals = (visit: Visit): Html =>
  emptyState({
    tone: 'grey',
    icon: 'arrow-out',
    title: visit.plain('no_withdrawals'),
    text: visit.plain('no_withdrawals_text'),
  })
