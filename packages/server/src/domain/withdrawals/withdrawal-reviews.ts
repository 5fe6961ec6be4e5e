import { descriptionOf } from '../../networks/networks.js'
import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import { type Mandate, personOf } from '../shared/audit-entry.js'
import { formatUsdt, type Usdt } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import { requireSeen } from '../shared/seen-version.js'
import type { Tx } from '../store/unit-of-work.js'
import { approvalsNow } from './approvals.js'
import { isMaker, makerText } from './maker.js'
import type { Withdrawal } from './withdrawal.js'
import { needsTwo } from './withdrawal-limits.js'
import { tryApply } from './withdrawals.js'

/**
 * Approves a withdrawal under review, which is then signed; where two people must approve it, after the second one.
 *
 * @param version the version that the operator reviewed, which both must have seen
 * @param person the name that counts
 * @returns the withdrawal, whose `approvedAt` is null while a second person must approve it
 * @throws OperatorError if the withdrawal is not in REVIEW, has another version, is already approved, also by this person
 * alone, or if the operator who approves it is behind it and the installation has several operators
 */
export async function approveWithdrawal(
  tx: Tx,
  context: Context,
  { id, version }: { id: string; version: number },
  mandate: Mandate,
  person = personOf(mandate.actor),
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, id)
  requireSeen('withdrawal', withdrawal, version)
  if (withdrawal.status !== 'REVIEW')
    throw new OperatorError(`withdrawal ${id} is ${withdrawal.status}, not REVIEW`)
  if (withdrawal.approvedAt !== null) throw new OperatorError(`withdrawal ${id} is already approved`)
  requireOtherOperator(context, withdrawal, mandate)
  const isFirst = await isFirstOfTwo(tx, context, withdrawal, mandate, person)
  const approved = isFirst ? withdrawal : await apply(tx, context, withdrawal, { kind: 'approved' })
  const facts = { made_by: makerText(withdrawal) ?? null, ...(isFirst && { approvals: '1 of 2' }) }
  await auditReview(tx, context, 'withdrawals approve', withdrawal, mandate, facts)
  return approved
}

/** Notes an approval. @returns whether another person must approve the withdrawal, too */
async function isFirstOfTwo(
  tx: Tx,
  context: Context,
  withdrawal: Withdrawal,
  { actor, reason }: Mandate,
  person: string,
): Promise<boolean> {
  const { id: withdrawalId, version } = withdrawal
  const approval = { withdrawalId, version, actor, reason, approvedAt: context.clock.now() }
  const isNew = await tx.withdrawalApprovals.insert({ ...approval, person: person.toLowerCase() })
  if (!needsTwo(context, withdrawal)) return false
  if (!isNew)
    throw new OperatorError(
      `withdrawal ${withdrawalId} has the approval of ${person}: another person must approve it, too`,
    )
  return (await approvalsNow(tx, withdrawal)).length < 2
}

/**
 * Rejects a withdrawal that is not signed yet; the merchant gets the money back.
 *
 * @param seen the version that the operator has seen, if it must be the present one
 * @throws OperatorError if it is signed or has another version
 */
export async function rejectWithdrawal(
  tx: Tx,
  context: Context,
  id: string,
  mandate: Mandate,
  seen?: number,
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, id)
  requireSeen('withdrawal', withdrawal, seen)
  // A signed transaction may already be known to others, so it cannot be rejected.
  if (withdrawal.status !== 'PENDING' && withdrawal.status !== 'REVIEW') {
    throw new OperatorError(`withdrawal ${id} is ${withdrawal.status}, neither PENDING nor REVIEW`)
  }
  const rejected = await apply(tx, context, withdrawal, { kind: 'failed', failureCode: 'rejected' })
  await auditReview(tx, context, 'withdrawals reject', withdrawal, mandate)
  return rejected
}

/** How long a payment must be unmined before it can be replaced. */
const REPLACE_AFTER_MS = 10 * 60_000

/**
 * Requests the replacement of a payment that is in no block by a transaction with the same nonce that transfers nothing. The
 * one that becomes final decides the outcome of the withdrawal.
 *
 * @throws OperatorError if payments expire on the network, nothing is signed, the payment is in a block or younger than 10
 * minutes, or a replacement was requested already
 */
export async function replaceWithdrawal(
  tx: Tx,
  context: Context,
  id: string,
  mandate: Mandate,
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, id)
  const { status, network, confirmations, voidRequestedAt } = withdrawal
  if (descriptionOf(network).paymentsExpire)
    throw new OperatorError(`a payment on ${network} expires by itself`)
  if (status !== 'PROCESSING' && status !== 'BROADCAST')
    throw new OperatorError(`withdrawal ${id} is ${status}, neither PROCESSING nor BROADCAST`)
  if (confirmations > 0) throw new OperatorError(`the payment of withdrawal ${id} is in a block`)
  if (voidRequestedAt !== null)
    throw new OperatorError(`the payment of withdrawal ${id} is already being replaced`)
  const versions = await tx.signedTransactions.findVersions(id)
  const first = versions?.others[0] ?? versions?.payment
  if (!first || context.clock.now() - first.createdAt < REPLACE_AFTER_MS)
    throw new OperatorError(`the payment of withdrawal ${id} was signed less than 10 minutes ago: wait`)
  const changed = await apply(tx, context, withdrawal, { kind: 'replacement_requested' })
  await auditReview(tx, context, 'withdrawals replace', withdrawal, mandate)
  return changed
}

/**
 * Settles a withdrawal whose payment did not transfer its amount to its destination. The signer stays paused.
 *
 * @param isPaid whether the destination counts as paid: COMPLETED if so, otherwise FAILED and the merchant gets the money
 * back. Either way the amount that left the wallet is posted, and the difference goes to suspense
 * @returns the withdrawal, and the amount that its payment transferred, 1e-8 USDT
 * @throws OperatorError if the withdrawal is not in BROADCAST, or its payment did what it should
 */
export async function settleWithdrawal(
  tx: Tx,
  context: Context,
  { id, isPaid }: { id: string; isPaid: boolean },
  mandate: Mandate,
): Promise<{ withdrawal: Withdrawal; moved: Usdt }> {
  const withdrawal = await lockWithdrawal(tx, id)
  if (withdrawal.status !== 'BROADCAST')
    throw new OperatorError(`withdrawal ${id} is ${withdrawal.status}, not BROADCAST`)
  const [payment] = await tx.signedTransactions.listByWithdrawal(id)
  const moved = payment?.moved ?? null
  if (moved === null)
    throw new OperatorError(`the payment of withdrawal ${id} has no known deviation: nothing to settle`)
  const settled = await apply(tx, context, withdrawal, { kind: 'settled_by_operator', isPaid, moved })
  const outcome = { paid: isPaid, moved: formatUsdt(moved) }
  await auditReview(tx, context, 'withdrawals settle', withdrawal, mandate, outcome)
  return { withdrawal: settled, moved }
}

/** Whether an actor must leave the approval of a withdrawal to another person. */
export const needsOtherOperator = (
  { policy }: Pick<Context, 'policy'>,
  { madeBy }: Pick<Withdrawal, 'madeBy'>,
  actor: string,
): boolean => !policy.hasSingleOperator && isMaker(madeBy, actor)

function requireOtherOperator(context: Context, withdrawal: Withdrawal, { actor }: Mandate): void {
  if (!needsOtherOperator(context, withdrawal, actor)) return
  throw new OperatorError(
    `withdrawal ${withdrawal.id} was made by ${makerText(withdrawal)}: another person must approve it, in the console or as a user of their own. An installation with one operator sets MERCHANTPAY_SINGLE_OPERATOR=on`,
  )
}

async function lockWithdrawal(tx: Tx, id: string): Promise<Withdrawal> {
  const withdrawal = await tx.withdrawals.lock(id)
  if (!withdrawal) throw new OperatorError(`there is no withdrawal ${id}`)
  return withdrawal
}

async function apply(
  tx: Tx,
  context: Context,
  withdrawal: Withdrawal,
  fact: Parameters<typeof tryApply>[3],
): Promise<Withdrawal> {
  const changed = await tryApply(tx, context, withdrawal, fact)
  if (!changed)
    throw new Error(`withdrawal ${withdrawal.id}: no step from ${withdrawal.status} on ${fact.kind}`)
  return changed
}

function auditReview(
  tx: Tx,
  context: Context,
  action: string,
  { id, amount, destinationAddress, version }: Withdrawal,
  { actor, reason }: Mandate,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const seen = { amount: formatUsdt(amount), destination_address: destinationAddress, version }
  const details = { reason, ...seen, ...extra }
  return audit(tx, context, { actor, action, subject: id, details })
}
