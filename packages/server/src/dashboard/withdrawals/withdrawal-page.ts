import { add } from '../../domain/shared/money.js'
import { type FailureCode, isShortage, type Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { getWithdrawal } from '../../domain/withdrawals/withdrawals.js'
import { postForm } from '../../pages/parts.js'
import { refusalNotice } from '../../pages/refusal.js'
import { transactionLink } from '../../pages/views/transaction-link.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { exact } from '../../ui/copy-field.js'
import { facts } from '../../ui/facts.js'
import { amountOf, NETWORK_NAMES } from '../../ui/figures.js'
import { notice } from '../../ui/notice.js'
import { pageHead } from '../../ui/shell.js'
import type { WordKey } from '../frame/texts.js'
import { day } from '../frame/times.js'
import type { ReadPage, Submit } from '../page.js'
import type { Visit } from '../visit.js'

/** Why no money was sent. A merchant sees by the status that it was canceled. */
const FAILURES: Readonly<Record<Exclude<FailureCode, 'canceled'>, WordKey>> = {
  rejected: 'failure_rejected',
  compliance: 'failure_compliance',
  broadcast_rejected: 'failure_network',
  reverted: 'failure_network',
  expired_unbroadcast: 'failure_network',
}

/** One withdrawal or refund. Another merchant's is 404. */
export const withdrawalPage: ReadPage = async (tx, visit) => {
  const withdrawal = await getWithdrawal(tx, visit.caller, visit.param('id'))
  const { status, reviewReason, amount, withdrawalNumber, createdAt } = withdrawal
  const isOpen = status === 'PENDING' || status === 'REVIEW'
  const main = html`${refusalNotice(visit)}${pageHead({
    path: {
      label: visit.plain('path'),
      link: { href: visit.href('/withdrawals'), text: visit.plain('withdrawals') },
      here: html`<span class="mono">${visit.exact(withdrawalNumber)}</span>`,
    },
    title: html`${amountOf(amount)} USDT`,
    badges: visit.badge(status),
    line: html`<span class="mono">${visit.exact(withdrawalNumber)}</span>, ${day(visit, createdAt)}`,
    ...(isOpen && visit.may('withdrawals') && { actions: cancelButton(visit, withdrawal) }),
  })}${status === 'REVIEW' ? notice({ kind: 'info', title: visit.text(isShortage(reviewReason) ? 'in_review_until' : 'in_review') }) : failureNotice(visit, withdrawal)}<div class="form">${card(
    { id: 'withdrawal', body: factsOf(visit, withdrawal) },
  )}</div>`
  return { kind: 'content', title: withdrawalNumber, section: 'withdraw', main }
}

/** Says why a withdrawal failed, and where its money is. */
function failureNotice(visit: Visit, { failureCode }: Withdrawal): Html {
  if (failureCode === null || failureCode === 'canceled') return NOTHING
  return notice({ kind: 'bad', title: visit.text(FAILURES[failureCode]), text: visit.text('money_back') })
}

const cancelButton = (visit: Visit, { id }: Withdrawal): Html =>
  postForm(
    visit,
    `/withdrawals/${id}/cancel`,
    button({ text: visit.plain('cancel_withdrawal'), kind: 'danger' }),
  )

function factsOf(visit: Visit, withdrawal: Withdrawal): Html {
  const { amount, fee, network, destinationAddress, txHash, orderId, description } = withdrawal
  const copy = { id: 'destination', text: visit.plain('copy'), copied: visit.plain('copied') }
  return facts([
    { label: visit.text('amount'), value: amountOf(amount) },
    { label: visit.text('fee_on', { network: NETWORK_NAMES[network] }), value: amountOf(fee) },
    {
      label: visit.text(withdrawal.failureCode === null ? 'taken' : 'given_back'),
      value: html`<b>${amountOf(add(amount, fee))}</b>`,
    },
    { label: visit.text('destination'), value: exact(destinationAddress, copy) },
    {
      label: visit.text('created'),
      value: html`${visit.time(withdrawal.createdAt)} ${visit.zoneName}`,
    },
    ...(txHash === null
      ? []
      : [{ label: visit.text('transaction'), value: transactionLink(visit, { ...withdrawal, txHash }) }]),
    ...(orderId === null
      ? []
      : [
          {
            label: visit.text('refunds_order'),
            value: html`<a href="${visit.href(`/orders/${orderId}`)}">${visit.text('order')}</a>`,
          },
        ]),
    ...(description === null ? [] : [{ label: visit.text('note'), value: html`<bdi>${description}</bdi>` }]),
  ])
}

/** Cancels a withdrawal that is not signed. Canceling again changes nothing. */
export const cancelForm: Submit = async (visit) => {
  const id = visit.param('id')
  await visit.repeatable('cancelWithdrawal', { params: { id } })
  return { kind: 'redirect', to: visit.path(`/withdrawals/${id}`, { done: 'canceled' }) }
}
