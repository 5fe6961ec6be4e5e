import type { Context } from '../../context.js'
import type { OrderUnitOfWork } from '../../orders/order-unit-of-work.js'
import { holdPossibleDuplicates } from '../../recovery/possible-duplicates.js'
import { reportLostPayment, reportUnknownTransfer } from '../../recovery/unknown-transfers.js'
import type { Tx } from '../../store/unit-of-work.js'
import type { Decided, TransferChange } from './decide.js'
import type { TreasuryChange } from './decide-treasury.js'

/** Writes the changes of a step in their sequence. The postings and events follow with {@link OrderUnitOfWork.post}. */
export async function write(
  tx: Tx,
  context: Context,
  orderUnit: OrderUnitOfWork,
  { transfers, treasury }: Decided,
): Promise<void> {
  for (const change of transfers) await writeTransfer(tx, context, orderUnit, change)
  for (const change of treasury) await writeTreasury(tx, context, orderUnit, change)
}

async function writeTransfer(
  tx: Tx,
  context: Context,
  orderUnit: OrderUnitOfWork,
  { row, isNew, orderSteps, postings, isMissed, isLost }: TransferChange,
): Promise<void> {
  // Written before the order changes, because the event of that change names the transfer.
  await (isNew ? tx.transfers.insert(row) : tx.transfers.update(row))
  if (isLost) await reportLostPayment(tx, context, row)
  for (const { before, fact, decision } of orderSteps) await orderUnit.write(before, fact, decision)
  orderUnit.add(...postings)
  // The accepted excess of the address may have been this transfer.
  if (isMissed) await tx.addressExcesses.lowerAccepted(row, row.to, row.value)
}

/**
 * A transfer out of the hot wallet that was not signed here pauses the signer, because the key may have leaked; or begins
 * a recovery, because the ledger may be older than the network.
 */
async function writeTreasury(
  tx: Tx,
  context: Context,
  orderUnit: OrderUnitOfWork,
  { row, isNew, isUnknown, postings }: TreasuryChange,
): Promise<void> {
  await (isNew ? tx.treasuryTransfers.insert(row) : tx.treasuryTransfers.update(row))
  orderUnit.add(...postings)
  if (!isUnknown) return
  await holdPossibleDuplicates(tx, context, row)
  await reportUnknownTransfer(tx, context, row)
}
