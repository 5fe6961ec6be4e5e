import type { TreasuryTransfer } from '../chain/treasury-transfer.js'
import type { Context } from '../context.js'
import type { Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from '../withdrawals/withdrawal.js'
import { tryApply } from '../withdrawals/withdrawals.js'

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
 * Lists the unsigned withdrawals that a transfer may have paid: those with its destination and amount, less those that a
 * person approved in spite of it.
 */
export async function listUndecided(
  tx: Tx,
  { environment, network, to, value: amount }: TreasuryTransfer,
): Promise<Withdrawal[]> {
  if (to === null) return []
  const unsigned = await tx.withdrawals.listUnsigned({ environment, network, to, amount })
  return unsigned.filter(({ approvedAt }) => approvedAt === null)
}

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
