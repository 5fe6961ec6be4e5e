import type { Context } from '../context.js'
import type { TreasuryTransfer } from '../payments/treasury-transfer.js'
import type { Tx } from '../store/unit-of-work.js'
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
