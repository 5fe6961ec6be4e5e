import type { Context } from '../context.js'
import { type Account, merchantAccount, platformAccount } from '../ledger/account.js'
import type { OnChainOrder } from '../orders/order.js'
import { accountOf, attribution } from '../orders/order-postings.js'
import { OrderUnitOfWork } from '../orders/order-unit-of-work.js'
import type { TransferName } from '../screening/transfer-screening.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { formatUsdt } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { RecordedTransfer } from './transfer.js'

/** Whose an unexplained transfer is. */
export type AttributionTarget =
  | { readonly kind: 'order'; readonly id: string }
  | { readonly kind: 'merchant'; readonly id: string }
  | { readonly kind: 'operator' }

/**
 * Takes a confirmed transfer out of suspense and gives it to whom it belongs, as a person decided. An order takes it as
 * if it had come to its address in time.
 *
 * @returns the transfer as it stands then, with the account that has the money
 * @throws Refusal
 */
export async function attributeTransfer(
  tx: Tx,
  context: Context,
  { transfer: name, target }: { transfer: TransferName; target: AttributionTarget },
  { actor, reason }: Mandate,
): Promise<RecordedTransfer> {
  await tx.cursors.touch(name)
  const transfer = await requireInSuspense(tx, name)
  const orderUnit = new OrderUnitOfWork(tx, context)
  const given =
    target.kind === 'order'
      ? await giveToOrder({ tx, orderUnit }, transfer, target.id)
      : giveToAccount(orderUnit, transfer, await requireAccount(tx, transfer, target))
  await tx.transfers.update(given)
  await orderUnit.post()
  const { network, txHash, logIndex, value, attributedTo } = given
  const details = { reason, network, tx_hash: txHash, log_index: logIndex, amount: formatUsdt(value) }
  const subject = target.kind === 'operator' ? 'operator' : target.id
  await audit(tx, context, {
    actor,
    action: 'ledger attribute',
    subject,
    details: { ...details, account: attributedTo },
  })
  return given
}

async function requireInSuspense(tx: Tx, name: TransferName): Promise<RecordedTransfer> {
  const transfer = await tx.transfers.find(name)
  if (!transfer)
    throw new OperatorError(`there is no transfer ${name.txHash}/${name.logIndex} to us on ${name.network}`)
  const { orphanedAt, ignoredReason, orderId, attributedTo, confirmedAt } = transfer
  const told = (what: string) => new OperatorError(`transfer ${name.txHash}/${name.logIndex} ${what}`)
  if (orphanedAt !== null) throw told('left the chain')
  if (ignoredReason !== null) throw told(`is ignored: ${ignoredReason}`)
  if (attributedTo !== null) throw told(`was given to ${attributedTo}`)
  if (orderId !== null) throw told(`belongs to order ${orderId}`)
  if (confirmedAt === null) throw told('is not confirmed yet')
  return transfer
}

interface Unit {
  readonly tx: Tx
  readonly orderUnit: OrderUnitOfWork
}

/** It is seen, and confirmed at once: so the order's amounts, status and events follow as from any other transfer. */
async function giveToOrder(
  { tx, orderUnit }: Unit,
  transfer: RecordedTransfer,
  id: string,
): Promise<RecordedTransfer> {
  const order = await lockPayableOrder(tx, transfer, id)
  const { isFlagged } = transfer
  const isLate = transfer.block.timeAt >= order.expireAt
  // Written before its order changes: the events of those changes name it.
  await tx.transfers.update({ ...transfer, orderId: id, isLate })
  const seen = await orderUnit.tryApply(order, { kind: 'transfer_seen', transfer, isLate: false, isFlagged })
  const inFlight = await tx.transfers.isInFlight(id)
  const fact = { kind: 'transfer_confirmed', transfer, isAttributed: true, inFlight } as const
  const credited = seen && (await orderUnit.tryApply(seen, fact))
  if (!seen || !credited) throw new OperatorError(`order ${id} is ${order.status} and takes no transfer`)
  return { ...transfer, orderId: id, isLate, attributedTo: accountOf(seen).id }
}

async function lockPayableOrder(tx: Tx, transfer: ChainId, id: string): Promise<OnChainOrder> {
  const order = await tx.orders.lock(id)
  if (!order) throw new OperatorError(`there is no order ${id}`)
  const isOnNetwork =
    order.kind === 'on-chain' &&
    order.environment === transfer.environment &&
    order.network === transfer.network
  if (!isOnNetwork) {
    throw new OperatorError(`order ${id} is not paid on ${transfer.environment} ${transfer.network}`)
  }
  return order
}

function giveToAccount(
  orderUnit: OrderUnitOfWork,
  transfer: RecordedTransfer,
  account: Account,
): RecordedTransfer {
  orderUnit.add(attribution(transfer, account))
  return { ...transfer, attributedTo: account.id }
}

async function requireAccount(
  tx: Tx,
  { environment, network, isFlagged }: RecordedTransfer,
  target: Exclude<AttributionTarget, { kind: 'order' }>,
): Promise<Account> {
  if (target.kind === 'operator') return platformAccount(environment, `operator:${network}`)
  if (!(await tx.merchants.find(target.id))) throw new OperatorError(`there is no merchant ${target.id}`)
  // An order would be reviewed; a balance could be withdrawn at once.
  if (isFlagged)
    throw new OperatorError('screening flagged this transfer: give it to its order, or to the operator')
  return merchantAccount({ environment, merchantId: target.id }, 'available')
}
