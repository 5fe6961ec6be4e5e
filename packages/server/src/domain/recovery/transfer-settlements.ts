import { isSameAddress } from '../../networks/spellings.js'
import { transferReference } from '../chain/transfer.js'
import type { TreasuryTransfer } from '../chain/treasury-transfer.js'
import type { Context } from '../context.js'
import { accountWithId } from '../ledger/account.js'
import type { LedgerTransaction } from '../ledger/ledger-entry.js'
import { reversalOf } from '../orders/order-postings.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { formatUsdt, subtract, type Usdt } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from '../withdrawals/withdrawal.js'
import { tryApply } from '../withdrawals/withdrawals.js'
import { type Explanation, explanationOf } from './explanation.js'
import { explainedAlready, listNamed, type NamedTransfer, requirePayment } from './outgoing-transfers.js'

/** A withdrawal that a transfer completed. */
export interface SettledByTransfer {
  readonly withdrawal: Withdrawal
  /** The explanation that the transfer had before: its payer has the amount back. */
  readonly earlier: Explanation | undefined
}

/**
 * Completes an unsigned withdrawal that a final transfer of the hot wallet has paid already. If a merchant or the operator
 * bore the transfer so far, they get back what they paid, and the explanation names the withdrawal from then on.
 *
 * @throws OperatorError if the withdrawal is signed or over, or the transfer is not its payment
 */
export async function settleByTransfer(
  tx: Tx,
  context: Context,
  { id, paidBy }: { id: string; paidBy: NamedTransfer },
  { actor, reason }: Mandate,
): Promise<SettledByTransfer> {
  const withdrawal = await lockUnsigned(tx, id)
  const { environment, network } = withdrawal
  const named = await listNamed(tx, { environment, network }, paidBy)
  const transfer = named.find((each) => mismatchOf(withdrawal, each) === undefined) ?? named[0]
  if (!transfer) throw new Error('a named transfer is missing')
  const mismatch = mismatchOf(withdrawal, transfer)
  if (mismatch !== undefined)
    throw new OperatorError(`transaction ${transfer.txHash} did not pay withdrawal ${id}: ${mismatch}`)
  requirePayment(transfer)
  const earlier = await tx.explanations.find(transfer)
  if (earlier && earlier.kind !== 'merchant' && earlier.kind !== 'operator') throw explainedAlready(earlier)
  const { txHash, logIndex, value: amount } = transfer
  const cursor = await tx.cursors.find({ environment, network })
  const depth = cursor ? cursor.block.number - transfer.block.number + 1 : 1
  const fact = { kind: 'settled_by_transfer', txHash, confirmations: Math.max(depth, 1) } as const
  const corrections = earlier ? await reversalsOf(tx, transfer) : []
  const settled = await tryApply(tx, context, withdrawal, fact, corrections)
  if (!settled) throw new Error(`withdrawal ${id}: no step from ${withdrawal.status} on ${fact.kind}`)
  const at = context.clock.now()
  if (earlier) await tx.explanations.assign(transfer, { withdrawalId: id, at })
  else await tx.explanations.insert(explanationOf(transfer, id, at))
  const details = { reason, paid_by: txHash, log_index: logIndex, amount: formatUsdt(amount) }
  const about = { actor, action: 'withdrawals settle', subject: id }
  const borne = earlier && {
    borne_by: earlier.subject ?? earlier.kind,
    returned: formatUsdt(paidOf(earlier)),
  }
  await audit(tx, context, { ...about, details: { ...details, version: withdrawal.version, ...borne } })
  return { withdrawal: settled, earlier }
}

/** Returns the part of an explained transfer that its bearer has paid, 1e-8 USDT. */
export const paidOf = ({ amount, shortfall }: Explanation): Usdt => subtract(amount, shortfall)

/** Returns the ledger transactions that give back every part of a transfer that its bearer has paid. */
async function reversalsOf(tx: Tx, transfer: TreasuryTransfer): Promise<LedgerTransaction[]> {
  const reference = transferReference(transfer)
  const postings = await tx.ledger.listByReference(reference)
  return postings
    .filter(({ kind }) => kind === 'explain')
    .map(({ environment, key, debit, credit, amount }) => ({
      ...{ environment, reference, ...reversalOf(key) },
      legs: [{ debit: accountWithId(credit), credit: accountWithId(debit), amount }],
    }))
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
