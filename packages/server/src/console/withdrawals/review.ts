import { personOf } from '../../domain/shared/audit-entry.js'
import { add } from '../../domain/shared/money.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { approvalsNow } from '../../domain/withdrawals/approvals.js'
import { makerText } from '../../domain/withdrawals/maker.js'
import type { SupersededPayment } from '../../domain/withdrawals/signed-transaction.js'
import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { needsTwo } from '../../domain/withdrawals/withdrawal-limits.js'
import { needsOtherOperator } from '../../domain/withdrawals/withdrawal-reviews.js'
import { descriptionOf } from '../../networks/networks.js'
import { transactionLink } from '../../pages/views/transaction-link.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { checkList } from '../../ui/checks.js'
import { exact } from '../../ui/copy-field.js'
import { dialog, opensDialog } from '../../ui/dialog.js'
import { type Fact, facts } from '../../ui/facts.js'
import { money, NETWORK_NAMES } from '../../ui/figures.js'
import { formOf } from '../access/action-route.js'
import { ACTIONS } from '../access/roles.js'
import type { Visit } from '../visit.js'
import { approvalFacts, approvalsBadge } from './approval-facts.js'
import { readChecks } from './checks.js'
import { FAILURE_WORDS, waitBadge } from './review-reasons.js'
import { approveAction, mayBePaid } from './withdrawal-actions.js'

const CHECK_WORDS = { passed: 'passed', not: 'not passed' }

/** One withdrawal in full, with what a person needs for a decision. */
export async function reviewOf(
  tx: Tx,
  visit: Visit,
  withdrawal: Withdrawal,
  names: ReadonlyMap<string, string>,
): Promise<Html> {
  const { amount, fee, id, status, approvedAt, environment } = withdrawal
  const isOpen = status === 'REVIEW' && approvedAt === null
  const about = visit.of({ id })
  const isOwn = needsOtherOperator(visit.services.context, withdrawal, visit.actor)
  const approvals =
    isOpen && needsTwo(visit.services.context, withdrawal) ? await approvalsNow(tx, withdrawal) : undefined
  const isSecond = approvals?.some(({ person }) => person === personOf(visit.actor).toLowerCase())
  const isPayable = isOpen && !(await mayBePaid(tx, visit.services.context, withdrawal))
  const canApprove = isPayable && !isOwn && !isSecond && visit.may('withdrawals approve')
  const canReject = (status === 'REVIEW' || status === 'PENDING') && visit.may('withdrawals reject')
  const checks = isOpen ? checkList(await readChecks(tx, visit, withdrawal), CHECK_WORDS) : NOTHING
  const approval =
    canApprove && !visit.needsSignIn('withdrawals approve')
      ? formOf(await approveAction.ask(tx, about), about, approveAction)
      : undefined
  const versions = versionFacts(visit, withdrawal, await tx.signedTransactions.listSuperseded(id))
  const links = [
    canReject
      ? buttonLink({
          text: 'Reject',
          kind: 'danger',
          icon: 'cross',
          href: visit.href(`/withdrawals/${id}/reject`),
        })
      : NOTHING,
    canApprove
      ? buttonLink({
          text: 'Approve',
          kind: 'primary',
          icon: 'check',
          href: visit.href(`/withdrawals/${id}/approve`),
          ...(approval && { attributes: opensDialog(approval.id) }),
        })
      : NOTHING,
  ]
  return html`${card({
    id: 'review',
    title: isOpen ? 'Review' : 'Withdrawal',
    aside: html`${approvals ? approvalsBadge(approvals) : NOTHING} ${waitBadge(withdrawal)}`,
    body: html`<p class="sum">${money(amount)} <small>USDT</small></p><p class="dim">plus ${money(fee)} fee, ${money(add(amount, fee))} in all${environment === 'test' ? ', test money' : ''}</p>${facts([...factsOf(withdrawal, visit, names), ...versions, ...approvalFacts(visit, approvals ?? [])])}${checks}${buttons(...links)}${isOpen ? noteOf(visit, withdrawal, { isOwn, isSecond }) : NOTHING}`,
  })}${approval ? dialog(approval) : NOTHING}`
}

function noteOf(
  visit: Visit,
  { version }: Withdrawal,
  { isOwn, isSecond = false }: { isOwn: boolean; isSecond: boolean | undefined },
): Html {
  const role = ACTIONS['withdrawals approve']
  if (!visit.may('withdrawals approve'))
    return html`<p class="small dim">You are signed in as ${visit.role}. A decision needs ${role}.</p>`
  if (isOwn)
    return html`<p class="small dim">You made this withdrawal, or issued the key or link that made it, so you cannot approve it. Ask another person with the role ${role}.</p>`
  if (isSecond)
    return html`<p class="small dim">You have approved it. It is signed once another person with the role ${role} has approved it, too.</p>`
  return html`<p class="small dim">Approving counts for version ${version} only. If the request changes, you are asked again.</p>`
}

/** Shows the signed versions of a payment in whose place another transaction is. */
const versionFacts = (visit: Visit, withdrawal: Withdrawal, others: readonly SupersededPayment[]): Fact[] =>
  others.map(({ txHash, createdAt, maxCost }) => ({
    label: 'Other version',
    value: html`${transactionLink(visit, { ...withdrawal, txHash })} <span class="dim">${visit.time(createdAt)}${maxCost === undefined ? '' : `, at most ${maxCost} ${descriptionOf(withdrawal.network).coin}`}</span>`,
  }))

function factsOf(withdrawal: Withdrawal, visit: Visit, names: ReadonlyMap<string, string>): Fact[] {
  const { merchantId, madeBy, description, orderId, txHash, failureCode, network, createdAt, completedAt } =
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
    { label: 'Requested', value: visit.time(createdAt) },
    // Every other one is the merchant's own.
    madeBy === null || madeBy.operator === null
      ? undefined
      : { label: 'Made by', value: makerText(withdrawal) ?? NOTHING },
    description === null ? undefined : { label: 'Note', value: description },
    orderId === null
      ? undefined
      : {
          label: 'Refund of',
          value: html`<a href="${visit.href(`/orders/${orderId}`)}">${exact(orderId)}</a>`,
        },
    txHash === null
      ? undefined
      : { label: 'Transaction', value: transactionLink(visit, { ...withdrawal, txHash }) },
    failureCode === null ? undefined : { label: 'Failed', value: FAILURE_WORDS[failureCode] },
    completedAt === null ? undefined : { label: 'Completed', value: visit.time(completedAt) },
    { label: 'Number', value: html`<span class="mono">${withdrawal.withdrawalNumber}</span>` },
  ]
  return rows.filter((row) => row !== undefined)
}
