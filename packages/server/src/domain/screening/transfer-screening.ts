import { type RecordedTransfer, transferName } from '../chain/transfer.js'
import type { Context } from '../context.js'
import { lockOrders } from '../orders/order-locks.js'
import { OrderUnitOfWork } from '../orders/order-unit-of-work.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { formatUsdt } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { ScreeningSubject, SourceVerdict } from './screening.js'

/** The name of a transfer on all networks. */
export interface TransferName extends ChainId {
  readonly txHash: string
  readonly logIndex: number
}

/** A transfer with the verdicts of a round of screening. */
export interface ScreenedTransfer {
  readonly transfer: RecordedTransfer
  readonly verdicts: readonly SourceVerdict[]
  /** Whether all sources have given a verdict. */
  readonly isComplete: boolean
}

/** Returns the subject to screen for a transfer. */
export const subjectOf = (transfer: RecordedTransfer): ScreeningSubject => ({
  environment: transfer.environment,
  network: transfer.network,
  txHash: transfer.txHash,
  logIndex: transfer.logIndex,
  from: transfer.from,
  origin: transfer.origin,
  to: transfer.to,
  amount: transfer.value,
})

/**
 * Records verdicts on transfers of one network. Any flag freezes the order; a transfer without a flag counts as screened
 * once all sources have answered. Transfers that left the chain or returned since they were read are skipped.
 *
 * @returns the number of rows written
 */
export async function recordVerdicts(
  tx: Tx,
  context: Context,
  id: ChainId,
  screened: readonly ScreenedTransfer[],
): Promise<number> {
  await tx.cursors.touch(id)
  const current: { transfer: RecordedTransfer; result: ScreenedTransfer }[] = []
  for (const each of screened) {
    const transfer = await tx.transfers.find(each.transfer)
    if (transfer && isSame(transfer, each.transfer)) current.push({ transfer, result: each })
  }
  const orders = await lockOrders(
    tx,
    current.map(({ transfer }) => transfer.orderId),
  )
  const orderUnit = new OrderUnitOfWork(tx, context)
  const at = context.clock.now()
  let written = 0
  for (const { transfer, result } of current) {
    for (const verdict of result.verdicts)
      await tx.screeningVerdicts.insert(transfer, { ...verdict, recordedAt: at })
    written += result.verdicts.length
    const isFlagged = result.verdicts.some(({ verdict }) => verdict === 'flag')
    if (!isFlagged && !result.isComplete) continue
    // Written before the order changes, because the event of that change names the transfer.
    await tx.transfers.update({
      ...transfer,
      isFlagged: transfer.isFlagged || isFlagged,
      screenedAt: transfer.screenedAt ?? at,
    })
    written += 1
    const order = transfer.orderId === null ? undefined : orders.get(transfer.orderId)
    if (!order || !isFlagged || transfer.isFlagged) continue
    // A rejected order stays under review, so the fact has no effect.
    orders.set(order.id, (await orderUnit.tryApply(order, { kind: 'flagged' })) ?? order)
  }
  await orderUnit.post()
  return written
}

/** Whether a transfer is canonical and unchanged since it was screened. */
const isSame = (now: RecordedTransfer, screened: RecordedTransfer): boolean =>
  now.orphanedAt === null &&
  now.incarnation === screened.incarnation &&
  now.from === screened.from &&
  now.origin === screened.origin

/**
 * Records the operator's verdict on a transfer. A pass replaces the verdicts of all sources that have not answered.
 *
 * @throws OperatorError if there is no such transfer or the verdict is not possible any more
 */
export async function screenTransfer(
  tx: Tx,
  context: Context,
  { name, verdict }: { name: TransferName; verdict: 'pass' | 'flag' },
  { actor, reason }: Mandate,
): Promise<RecordedTransfer> {
  const transfer = await requireOpenToVerdict(tx, name, verdict)
  const given = { source: 'operator', verdict, reference: reason } as const
  await recordVerdicts(tx, context, name, [{ transfer, verdicts: [given], isComplete: true }])
  const { orderId, network, txHash, logIndex, value, from } = transfer
  const details = { reason, verdict, network, tx_hash: txHash, log_index: logIndex }
  await audit(tx, context, {
    actor,
    action: 'orders screen',
    subject: orderId ?? `${transfer.environment}/${network}/${transferName(transfer)}`,
    details: { ...details, from, amount: formatUsdt(value) },
  })
  return (await tx.transfers.find(name)) ?? transfer
}

async function requireOpenToVerdict(
  tx: Tx,
  name: TransferName,
  verdict: 'pass' | 'flag',
): Promise<RecordedTransfer> {
  const transfer = await tx.transfers.find(name)
  if (!transfer)
    throw new OperatorError(`there is no transfer ${transferName(name)} to us on ${name.network}`)
  const refused = (why: string) => new OperatorError(`transfer ${transferName(name)} ${why}`)
  if (transfer.orphanedAt !== null) throw refused('left the chain')
  if (transfer.ignoredReason !== null) throw refused(`is ignored: ${transfer.ignoredReason}`)
  if (transfer.isFlagged) throw refused('is already flagged: clear or reject its order')
  if (verdict === 'flag') {
    if (transfer.orderId === null && transfer.attributedTo !== null)
      throw refused(`is already attributed to ${transfer.attributedTo}`)
    return transfer
  }
  if (transfer.confirmedAt !== null) throw refused('is already confirmed')
  if (await isPassedByOperator(tx, transfer)) throw refused('is already passed')
  return transfer
}

/** Whether the operator passed a transfer, which replaces the verdicts of all sources. */
export async function isPassedByOperator(tx: Tx, transfer: RecordedTransfer): Promise<boolean> {
  const verdicts = await tx.screeningVerdicts.list(transfer)
  return verdicts.some(({ source, verdict }) => source === 'operator' && verdict === 'pass')
}
