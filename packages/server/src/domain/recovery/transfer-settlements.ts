import { isSameAddress } from '../../networks/spellings.js'
import { transferReference } from '../chain/transfer.js'
import type { TreasuryTransfer } from '../chain/treasury-transfer.js'
import type { Context } from '../context.js'
import { accountWithId } from '../ledger/account.js'
import type { LedgerTransaction } from '../ledger/ledger-entry.js'
import { reversalOf } from '../orders/order-postings.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { formatUsdt, subtract, type Usdt, ZERO } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from '../withdrawals/withdrawal.js'
import { tryApply } from '../withdrawals/withdrawals.js'
import type { Explanation } from './explanation.js'
import {
  explainedAlready,
  listNamed,
  type NamedTransfer,
  requireNoneInFlight,
  requirePayment,
} from './outgoing-transfers.js'
import { isPaymentExpired } from './possible-duplicates.js'

/** A withdrawal that a transfer completed. */
export interface SettledByTransfer {
  readonly withdrawal: Withdrawal
  /** The explanation that the transfer had before: its payer has the amount back. */
  readonly earlier: Explanation | undefined
}

/**
 * Completes a withdrawal that a final transfer of the hot wallet has paid already: one that is not signed, or whose payment
 * has expired. If a merchant or the operator bore the transfer so far, they get back what they paid, and the explanation
 * names the withdrawal from then on.
 *
 * @throws OperatorError if the withdrawal is over or its payment may be mined, or the transfer is not its payment
 */
export async function settleByTransfer(
  tx: Tx,
  context: Context,
  { id, paidBy }: { id: string; paidBy: NamedTransfer },
  { actor, reason }: Mandate,
): Promise<SettledByTransfer> {
  const withdrawal = await lockUnpaid(tx, id)
  const { environment, network } = withdrawal
  const named = await listNamed(tx, { environment, network }, paidBy)
  const transfer = named.find((each) => mismatchOf(withdrawal, each) === undefined) ?? named[0]
  if (!transfer) throw new Error('a named transfer is missing')
  const mismatch = mismatchOf(withdrawal, transfer)
  if (mismatch !== undefined)
    throw new OperatorError(`transaction ${transfer.txHash} did not pay withdrawal ${id}: ${mismatch}`)
  requirePayment(transfer)
  const earlier = await tx.explanations.find(transfer)
  if (earlier && !isBorne(earlier)) throw explainedAlready(earlier)
  await requireNoneInFlight(tx, transfer)
  const settled = await completeByTransfer(tx, context, withdrawal, { transfer, earlier, nonce: null })
  const { txHash, logIndex, value: amount } = transfer
  const details = { reason, paid_by: txHash, log_index: logIndex, amount: formatUsdt(amount) }
  const about = { actor, action: 'withdrawals settle', subject: id }
  const borne = earlier && {
    borne_by: earlier.subject ?? earlier.kind,
    returned: formatUsdt(paidOf(earlier)),
  }
  await audit(tx, context, { ...about, details: { ...details, version: withdrawal.version, ...borne } })
  return { withdrawal: settled, earlier }
}

/**
 * Completes a signed withdrawal by a final transfer that is a version of its payment: the database has lost that version.
 * The row must be locked, after its network.
 *
 * @returns undefined, with nothing written, if the transfer is not final or cannot be counted
 */
export async function settleByLostVersion(
  tx: Tx,
  context: Context,
  withdrawal: Withdrawal,
  { transfer, nonce }: { transfer: TreasuryTransfer; nonce: number | null },
): Promise<Withdrawal | undefined> {
  const earlier = await tx.explanations.find(transfer)
  const isFinal = transfer.confirmedAt !== null && transfer.orphanedAt === null
  if (!isFinal || transfer.ignoredReason !== null || (earlier && !isBorne(earlier))) return undefined
  const settled = await completeByTransfer(tx, context, withdrawal, { transfer, earlier, nonce })
  const details = { paid_by: transfer.txHash, nonce, version: withdrawal.version }
  await audit(tx, context, {
    ...{ actor: 'server', action: 'withdrawals settle', subject: withdrawal.id, details },
  })
  return settled
}

async function completeByTransfer(
  tx: Tx,
  context: Context,
  withdrawal: Withdrawal,
  by: { transfer: TreasuryTransfer; earlier: Explanation | undefined; nonce: number | null },
): Promise<Withdrawal> {
  const { transfer, earlier, nonce } = by
  const { id } = withdrawal
  const cursor = await tx.cursors.find(transfer)
  const depth = cursor ? cursor.block.number - transfer.block.number + 1 : 1
  const confirmations = Math.max(depth, 1)
  const fact = { kind: 'settled_by_transfer', txHash: transfer.txHash, confirmations } as const
  const corrections = earlier ? await reversalsOf(tx, transfer) : []
  const settled = await tryApply(tx, context, withdrawal, fact, corrections)
  if (!settled) throw new Error(`withdrawal ${id}: no step from ${withdrawal.status} on ${fact.kind}`)
  // Its own payment, if it has one, has moved nothing.
  await tx.signedTransactions.supersede(id)
  const at = context.clock.now()
  if (earlier) await tx.explanations.assign(transfer, { withdrawalId: id, at })
  else await tx.explanations.insert(explanationOf(transfer, id, { nonce, at }))
  return settled
}

/** Whether a merchant or the operator bears a transfer. */
const isBorne = ({ kind }: Explanation): boolean => kind === 'merchant' || kind === 'operator'

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

const explanationOf = (
  { environment, network, txHash, logIndex, from: wallet, value: amount }: TreasuryTransfer,
  subject: string,
  { nonce, at }: { nonce: number | null; at: Instant },
): Explanation => ({
  ...{ environment, network, txHash, logIndex, wallet, amount },
  ...{ kind: 'withdrawal', subject, shortfall: ZERO, nonce, explainedAt: at },
})

/** Locks the network before the withdrawal, as a signature does. */
async function lockUnpaid(tx: Tx, id: string): Promise<Withdrawal> {
  const found = await tx.withdrawals.find(id)
  if (!found) throw new OperatorError(`there is no withdrawal ${id}`)
  await tx.cursors.lock(found)
  const withdrawal = (await tx.withdrawals.lock(id)) ?? found
  const { status, confirmations } = withdrawal
  const isSigned = status === 'PROCESSING' || status === 'BROADCAST'
  const isDead = isSigned && confirmations === 0 && (await isPaymentExpired(tx, withdrawal))
  if (status !== 'PENDING' && status !== 'REVIEW' && !isDead)
    throw new OperatorError(`withdrawal ${id} is ${status}, neither PENDING nor REVIEW`)
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
