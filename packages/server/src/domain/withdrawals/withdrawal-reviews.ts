import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { formatUsdt, type Usdt } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from './withdrawal.js'
import { tryApply } from './withdrawals.js'

/**
 * Lets a withdrawal under review go out with the next signing.
 *
 * @param version the one that the person looked at: what changed since then was not looked at
 * @throws Refusal
 */
export async function approveWithdrawal(
  tx: Tx,
  context: Context,
  { id, version }: { id: string; version: number },
  mandate: Mandate,
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, id)
  if (withdrawal.version !== version) {
    throw new OperatorError(
      `withdrawal ${id} is at version ${withdrawal.version}, not ${version}: look at it again`,
    )
  }
  if (withdrawal.status !== 'REVIEW')
    throw new OperatorError(`withdrawal ${id} is ${withdrawal.status}, not REVIEW`)
  if (withdrawal.approvedAt !== null) throw new OperatorError(`withdrawal ${id} was approved before`)
  const approved = await apply(tx, context, withdrawal, { kind: 'approved' })
  await noteReview(tx, context, 'withdrawals approve', withdrawal, mandate)
  return approved
}

/** Refuses a withdrawal that is not signed yet; the merchant has its money back. @throws Refusal */
export async function rejectWithdrawal(
  tx: Tx,
  context: Context,
  id: string,
  mandate: Mandate,
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, id)
  // Once it is signed somebody may have the bytes, whatever is decided here.
  if (withdrawal.status !== 'PENDING' && withdrawal.status !== 'REVIEW') {
    throw new OperatorError(`withdrawal ${id} is ${withdrawal.status}, neither PENDING nor REVIEW`)
  }
  const rejected = await apply(tx, context, withdrawal, { kind: 'failed', failureCode: 'rejected' })
  await noteReview(tx, context, 'withdrawals reject', withdrawal, mandate)
  return rejected
}

/** So long a payment may take to be in a block before something takes its place. */
const REPLACE_AFTER_MS = 10 * 60_000

/**
 * Asks for a transaction in the place of a payment that is in no block, which pays nobody. Whichever of the two becomes
 * final decides what the withdrawal comes to.
 *
 * @throws Refusal
 */
export async function replaceWithdrawal(
  tx: Tx,
  context: Context,
  id: string,
  mandate: Mandate,
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, id)
  const { status, network, confirmations, voidRequestedAt } = withdrawal
  if (network !== 'ERC20') throw new OperatorError(`a payment on ${network} expires by itself`)
  if (status !== 'PROCESSING' && status !== 'BROADCAST')
    throw new OperatorError(`withdrawal ${id} is ${status}, neither PROCESSING nor BROADCAST`)
  if (confirmations > 0) throw new OperatorError(`the payment of withdrawal ${id} is in a block`)
  if (voidRequestedAt !== null) throw new OperatorError(`withdrawal ${id} is being voided already`)
  const [payment] = await tx.signedTransactions.listByWithdrawal(id)
  if (!payment || context.clock.now() - payment.createdAt < REPLACE_AFTER_MS)
    throw new OperatorError(`the payment of withdrawal ${id} was signed less than 10 minutes ago: wait`)
  const voided = await apply(tx, context, withdrawal, { kind: 'void_requested' })
  await noteReview(tx, context, 'withdrawals replace', withdrawal, mandate)
  return voided
}

/**
 * Ends a withdrawal whose payment moved something else than its amount to its destination. The signer stays paused.
 *
 * @param isPaid whether its destination is paid all the same: COMPLETED, else FAILED with the merchant's money back. What
 * really left the wallet is booked either way, the difference to suspense
 * @returns it, with what its payment moved, 1e-8 USDT
 * @throws Refusal
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
    throw new OperatorError(
      `the payment of withdrawal ${id} did nothing else than it should, as far as anybody saw`,
    )
  const settled = await apply(tx, context, withdrawal, { kind: 'judged', isPaid, moved })
  const about = { paid: isPaid, moved: formatUsdt(moved) }
  await noteReview(tx, context, 'withdrawals settle', withdrawal, mandate, about)
  return { withdrawal: settled, moved }
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

function noteReview(
  tx: Tx,
  context: Context,
  action: string,
  { id, amount, destinationAddress, version }: Withdrawal,
  { actor, reason }: Mandate,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const seen = { amount: formatUsdt(amount), destination_address: destinationAddress, version }
  const details = { reason, ...seen, ...more }
  return audit(tx, context, { actor, action, subject: id, details })
}
