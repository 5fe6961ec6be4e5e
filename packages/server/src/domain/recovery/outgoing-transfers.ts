import { hashOn } from '../../networks/spellings.js'
import { transferName } from '../chain/transfer.js'
import type { TreasuryTransfer } from '../chain/treasury-transfer.js'
import { OperatorError } from '../shared/operator-error.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { type Explanation, NO_TRANSFER } from './explanation.js'
import { findInFlight } from './possible-duplicates.js'

/** A transaction as an operator names it; the log index is needed only where it made several transfers. */
export interface NamedTransfer {
  readonly txHash: string
  readonly logIndex: number | undefined
}

/**
 * Requires a transfer to be final, out of the hot wallet, and without an explanation.
 *
 * @throws OperatorError that names what it is instead
 */
export async function requireExplainable(tx: Tx, transfer: TreasuryTransfer): Promise<void> {
  requirePayment(transfer)
  const explanation = await tx.explanations.find(transfer)
  if (explanation) throw explainedAlready(explanation)
}

/** Requires a transfer to be final and out of the hot wallet. @throws OperatorError that names what it is instead */
export function requirePayment(transfer: TreasuryTransfer): void {
  const refused = (why: string) => new OperatorError(`transfer ${transferName(transfer)} ${why}`)
  const { kind, orphanedAt, ignoredReason, confirmedAt, dueBlock } = transfer
  if (kind !== 'outgoing') throw refused(`is a ${kind}, not a payment out of the hot wallet`)
  if (orphanedAt !== null) throw refused('left the chain')
  if (ignoredReason !== null) throw refused(`is ignored: ${ignoredReason}`)
  if (confirmedAt === null) throw refused(`is not final yet: wait until block ${dueBlock} is recorded`)
}

/**
 * Requires that no signed withdrawal may be the one that a transfer paid: a lost version of its payment would complete it by
 * itself.
 *
 * @throws OperatorError that names the withdrawal
 */
export async function requireNoneInFlight(tx: Tx, transfer: TreasuryTransfer): Promise<void> {
  const signed = await findInFlight(tx, transfer)
  if (signed)
    throw new OperatorError(
      `withdrawal ${signed.id} is signed with the same destination and amount: wait until its payment is in a block, or has failed`,
    )
}

/** The refusal of a transfer because of its explanation. */
export const explainedAlready = (explanation: Explanation): OperatorError =>
  new OperatorError(
    `transfer ${transferName(explanation)} is explained already: ${explanationText(explanation)}`,
  )

/** Lists the recorded transfers that an operator names. @throws OperatorError if there is none */
export async function listNamed(
  tx: Tx,
  id: ChainId,
  { txHash: name, logIndex }: NamedTransfer,
): Promise<TreasuryTransfer[]> {
  const place = `${id.environment}/${id.network}`
  const txHash = hashOn(id.network, name)
  if (await tx.signedTransactions.isKnown({ ...id, txHash }))
    throw new OperatorError(`transaction ${txHash} was signed by this server for its own withdrawal`)
  const all = await tx.treasuryTransfers.listByTransaction({ ...id, txHash })
  const named = all.filter((transfer) => logIndex === undefined || transfer.logIndex === logIndex)
  if (named.length === 0)
    throw new OperatorError(`no transfer out of our wallets is recorded for ${txHash} on ${place}`)
  return named
}

/** Says what a transaction is explained as. */
export function explanationText({ kind, subject, logIndex }: Explanation): string {
  if (kind === 'withdrawal') return `it paid withdrawal ${subject}`
  if (kind === 'merchant') return `it is a payment of merchant ${subject}`
  if (logIndex === NO_TRANSFER) return 'it moved no USDT'
  return kind === 'operator' ? 'the operator made it' : 'the operator accepted it'
}
