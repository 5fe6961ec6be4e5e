import type { TreasuryTransfer } from '../chain/treasury-transfer.js'
import type { Context } from '../context.js'
import type { Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from '../withdrawals/withdrawal.js'
import { tryApply } from '../withdrawals/withdrawals.js'

/** Block time after an expiry from which on no block can hold the transaction. */
const EXPIRY_MARGIN_MS = 60_000

/**
 * Holds every unsigned withdrawal that a transfer out of the hot wallet may have paid already: one with its destination and
 * amount. Only a person decides about it then.
 */
export async function holdPossibleDuplicates(
  tx: Tx,
  context: Context,
  { environment, network, to, value: amount }: TreasuryTransfer,
): Promise<void> {
  if (to === null) return
  const fact = { kind: 'needs_decision', reason: 'possible_duplicate' } as const
  for (const { id } of await tx.withdrawals.listUnsigned({ environment, network, to, amount })) {
    const withdrawal = await tx.withdrawals.lock(id)
    if (withdrawal) await tryApply(tx, context, withdrawal, fact)
  }
}

/**
 * Lists the withdrawals that a transfer may have paid, about which a person decides: those with its destination and amount
 * that are not signed, less those that a person approved in spite of it, and those whose payment has expired.
 */
export async function listUndecided(tx: Tx, transfer: TreasuryTransfer): Promise<Withdrawal[]> {
  if (transfer.to === null) return []
  const unsigned = await tx.withdrawals.listUnsigned(likeOf(transfer, transfer.to))
  const expired = (await listUnmined(tx, transfer)).filter(({ isExpired }) => isExpired)
  return [
    ...unsigned.filter(({ approvedAt }) => approvedAt === null),
    ...expired.map(({ withdrawal }) => withdrawal),
  ]
}

/**
 * Finds a signed withdrawal that a transfer may have paid, because a version of its payment may be lost: one with its
 * destination and amount whose own payment may still get into a block.
 */
export async function findInFlight(tx: Tx, transfer: TreasuryTransfer): Promise<Withdrawal | undefined> {
  return (await listUnmined(tx, transfer)).find(({ isExpired }) => !isExpired)?.withdrawal
}

/** Whether the recorded blocks are past the expiry of a payment, so that no further block can hold it. */
export async function isPaymentExpired(tx: Tx, { id, ...chain }: Withdrawal): Promise<boolean> {
  const [payment] = await tx.signedTransactions.listByWithdrawal(id)
  const cursor = await tx.cursors.find(chain)
  const expiresAt = payment?.expiresAt ?? null
  return expiresAt !== null && cursor !== undefined && cursor.block.timeAt > expiresAt + EXPIRY_MARGIN_MS
}

/** Lists signed withdrawals of the destination and amount in no block, less those whose nonce another transaction has. */
async function listUnmined(
  tx: Tx,
  transfer: TreasuryTransfer,
): Promise<{ readonly withdrawal: Withdrawal; readonly isExpired: boolean }[]> {
  if (transfer.to === null) return []
  const found: { withdrawal: Withdrawal; isExpired: boolean }[] = []
  for (const withdrawal of await tx.withdrawals.listSignedLike(likeOf(transfer, transfer.to))) {
    if (withdrawal.confirmations > 0) continue
    const [payment] = await tx.signedTransactions.listByWithdrawal(withdrawal.id)
    // An alarm says that the transaction with its nonce is not its own.
    if (payment?.alarmedAt !== null) continue
    found.push({ withdrawal, isExpired: await isPaymentExpired(tx, withdrawal) })
  }
  return found
}

const likeOf = ({ environment, network, value: amount }: TreasuryTransfer, to: string) => ({
  ...{ environment, network, amount, to },
})

/** Finds a withdrawal of a merchant that is not signed. */
export async function findUnsigned(
  tx: Tx,
  { environment, merchantId }: Scope,
): Promise<Withdrawal | undefined> {
  for (const status of ['PENDING', 'REVIEW'] as const) {
    const [waiting] = await tx.withdrawals.search({ environment, merchantId, status, limit: 1 })
    if (waiting) return waiting
  }
  return undefined
}
