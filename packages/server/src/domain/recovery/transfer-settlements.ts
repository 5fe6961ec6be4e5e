import type { Context } from '../context.js'
import type { TreasuryTransfer } from '../payments/treasury-transfer.js'
import { isSameAddress } from '../shared/address.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { formatUsdt, ZERO } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from '../withdrawals/withdrawal.js'
import { tryApply } from '../withdrawals/withdrawals.js'
import { listNamed, type NamedTransfer, requireExplainable } from './outgoing-transfers.js'

/**
 * Completes an unsigned withdrawal that a final transfer of the hot wallet has paid already.
 *
 * @returns the completed withdrawal
 * @throws OperatorError if the withdrawal is signed or over, or the transfer is not its payment
 */
export async function settleByTransfer(
  tx: Tx,
  context: Context,
  { id, paidBy }: { id: string; paidBy: NamedTransfer },
  { actor, reason }: Mandate,
): Promise<Withdrawal> {
  const withdrawal = await lockUnsigned(tx, id)
  const { environment, network } = withdrawal
  const named = await listNamed(tx, { environment, network }, paidBy)
  const transfer = named.find((each) => mismatchOf(withdrawal, each) === undefined) ?? named[0]
  if (!transfer) throw new Error('a named transfer is missing')
  const mismatch = mismatchOf(withdrawal, transfer)
  if (mismatch !== undefined)
    throw new OperatorError(`transaction ${transfer.txHash} did not pay withdrawal ${id}: ${mismatch}`)
  await requireExplainable(tx, transfer)
  const { txHash, logIndex, from: wallet, value: amount } = transfer
  const cursor = await tx.cursors.find({ environment, network })
  const depth = cursor ? cursor.block.number - transfer.block.number + 1 : 1
  const fact = { kind: 'settled_by_transfer', txHash, confirmations: Math.max(depth, 1) } as const
  const settled = await tryApply(tx, context, withdrawal, fact)
  if (!settled) throw new Error(`withdrawal ${id}: no step from ${withdrawal.status} on ${fact.kind}`)
  await tx.explanations.insert({
    ...{ environment, network, txHash, logIndex, wallet, amount },
    ...{ kind: 'withdrawal', subject: id, shortfall: ZERO, nonce: null },
    explainedAt: context.clock.now(),
  })
  const details = { reason, paid_by: txHash, log_index: logIndex, amount: formatUsdt(amount) }
  const about = { actor, action: 'withdrawals settle', subject: id }
  await audit(tx, context, { ...about, details: { ...details, version: withdrawal.version } })
  return settled
}

/** Locks the network before the withdrawal, as a signature does. */
async function lockUnsigned(tx: Tx, id: string): Promise<Withdrawal> {
  const found = await tx.withdrawals.find(id)
  if (!found) throw new OperatorError(`there is no withdrawal ${id}`)
  await tx.cursors.lock(found)
  const withdrawal = (await tx.withdrawals.lock(id)) ?? found
  if (withdrawal.status !== 'PENDING' && withdrawal.status !== 'REVIEW')
    throw new OperatorError(`withdrawal ${id} is ${withdrawal.status}, neither PENDING nor REVIEW`)
  return withdrawal
}

/** Why a transfer is not the payment of a withdrawal; undefined if its destination and amount are the same. */
function mismatchOf(
  { network, destinationAddress, amount }: Withdrawal,
  { to, value }: TreasuryTransfer,
): string | undefined {
  if (to === null || !isSameAddress(network, to, destinationAddress))
    return `it went to ${to ?? 'no address'}, not to ${destinationAddress}`
  return value === amount ? undefined : `it moved ${formatUsdt(value)} USDT, not ${formatUsdt(amount)}`
}
