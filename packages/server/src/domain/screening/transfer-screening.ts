import type { Context } from '../context.js'
import { lockOrders } from '../orders/order-locks.js'
import { OrderUnitOfWork } from '../orders/order-unit-of-work.js'
import { type RecordedTransfer, transferName } from '../payments/transfer.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { formatUsdt } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { ScreeningSubject, SourceVerdict } from './screening.js'

/** What names a transfer on all networks. */
export interface TransferName extends ChainId {
  readonly txHash: string
  readonly logIndex: number
}

/** What was said of a transfer that was read before. */
export interface ScreenedTransfer {
  readonly transfer: RecordedTransfer
  readonly verdicts: readonly SourceVerdict[]
  /** Everybody who is asked has said something. */
  readonly isComplete: boolean
}

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
 * Writes down what judges said of transfers of one network: any flag freezes the order, and who passed them all is judged.
 * What left the chain meanwhile, or came back anew, is passed over.
 *
 * @returns how many verdicts were written
 */
export async function recordVerdicts(
  tx: Tx,
  context: Context,
  id: ChainId,
  judged: readonly ScreenedTransfer[],
): Promise<number> {
  await tx.cursors.touch(id)
  const standing: { transfer: RecordedTransfer; judged: ScreenedTransfer }[] = []
  for (const each of judged) {
    const transfer = await tx.transfers.find(each.transfer)
    if (transfer && isSame(transfer, each.transfer)) standing.push({ transfer, judged: each })
  }
  const orders = await lockOrders(
    tx,
    standing.map(({ transfer }) => transfer.orderId),
  )
  const orderUnit = new OrderUnitOfWork(tx, context)
  const at = context.clock.now()
  let written = 0
  for (const { transfer, judged: said } of standing) {
    for (const verdict of said.verdicts)
      await tx.screeningVerdicts.insert(transfer, { ...verdict, recordedAt: at })
    written += said.verdicts.length
    const isFlagged = said.verdicts.some(({ verdict }) => verdict === 'flag')
    if (!isFlagged && !said.isComplete) continue
    // Written before its order changes: the event of that change names it.
    await tx.transfers.update({
      ...transfer,
      isFlagged: transfer.isFlagged || isFlagged,
      screenedAt: transfer.screenedAt ?? at,
    })
    written += 1
    const order = transfer.orderId === null ? undefined : orders.get(transfer.orderId)
    if (!order || !isFlagged || transfer.isFlagged) continue
    // A rejected order is under review for good.
    orders.set(order.id, (await orderUnit.tryApply(order, { kind: 'flagged' })) ?? order)
  }
  await orderUnit.post()
  return written
}

/** It stands on the chain as it stood when somebody was asked about it. */
const isSame = (now: RecordedTransfer, asked: RecordedTransfer): boolean =>
  now.orphanedAt === null &&
  now.incarnation === asked.incarnation &&
  now.from === asked.from &&
  now.origin === asked.origin

/**
 * The operator judges a transfer: passes one that waits, whatever others would have said, or flags one.
 *
 * @throws Refusal
 */
export async function screenTransfer(
  tx: Tx,
  context: Context,
  { name, verdict }: { name: TransferName; verdict: 'pass' | 'flag' },
  { actor, reason }: Mandate,
): Promise<RecordedTransfer> {
  const transfer = await requireOpenToVerdict(tx, name, verdict)
  const said = { source: 'operator', verdict, reference: reason } as const
  await recordVerdicts(tx, context, name, [{ transfer, verdicts: [said], isComplete: true }])
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
  const told = (what: string) => new OperatorError(`transfer ${transferName(name)} ${what}`)
  if (transfer.orphanedAt !== null) throw told('left the chain')
  if (transfer.ignoredReason !== null) throw told(`is ignored: ${transfer.ignoredReason}`)
  if (transfer.isFlagged) throw told('was flagged before: clear or reject its order')
  if (verdict === 'flag') {
    if (transfer.orderId === null && transfer.attributedTo !== null)
      throw told(`was given to ${transfer.attributedTo}`)
    return transfer
  }
  if (transfer.confirmedAt !== null) throw told('was booked before')
  if (await isPassedByOperator(tx, transfer)) throw told('was passed before')
  return transfer
}

/** Whether the operator's word stands in for everybody else's. */
export async function isPassedByOperator(tx: Tx, transfer: RecordedTransfer): Promise<boolean> {
  const verdicts = await tx.screeningVerdicts.list(transfer)
  return verdicts.some(({ source, verdict }) => source === 'operator' && verdict === 'pass')
}
