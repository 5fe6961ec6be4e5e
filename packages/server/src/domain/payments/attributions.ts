import type { RecordedTransfer } from '../chain/transfer.js'
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

/** The recipient of a transfer in suspense. */
export type AttributionTarget =
  | { readonly kind: 'order'; readonly id: string }
  | { readonly kind: 'merchant'; readonly id: string }
  | { readonly kind: 'operator' }

/**
 * Attributes a confirmed transfer in suspense to an order, a merchant or the operator. An order takes it like a transfer
 * that came to its address in time.
 *
 * @returns the changed transfer, with the account that has the money
 * @throws OperatorError if the transfer is not in suspense, the recipient does not exist, the order cannot take it, or a
 * flagged transfer would go to a merchant's balance
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
  const attributed =
    target.kind === 'order'
      ? await attributeToOrder({ tx, orderUnit }, transfer, target.id)
      : attributeToAccount(orderUnit, transfer, await requireAccount(tx, transfer, target))
  await tx.transfers.update(attributed)
  await orderUnit.post()
  const { network, txHash, logIndex, value, attributedTo } = attributed
  const details = { reason, network, tx_hash: txHash, log_index: logIndex, amount: formatUsdt(value) }
  const subject = target.kind === 'operator' ? 'operator' : target.id
  await audit(tx, context, {
    actor,
    action: 'ledger attribute',
    subject,
    details: { ...details, account: attributedTo },
  })
  return attributed
}

async function requireInSuspense(tx: Tx, name: TransferName): Promise<RecordedTransfer> {
  const transfer = await tx.transfers.find(name)
  if (!transfer)
    throw new OperatorError(`there is no transfer ${name.txHash}/${name.logIndex} to us on ${name.network}`)
  const { orphanedAt, ignoredReason, orderId, attributedTo, confirmedAt } = transfer
  const refused = (why: string) => new OperatorError(`transfer ${name.txHash}/${name.logIndex} ${why}`)
  if (orphanedAt !== null) throw refused('left the chain')
  if (ignoredReason !== null) throw refused(`is ignored: ${ignoredReason}`)
  if (attributedTo !== null) throw refused(`is already attributed to ${attributedTo}`)
  if (orderId !== null) throw refused(`belongs to order ${orderId}`)
  if (confirmedAt === null) throw refused('is not confirmed yet')
  return transfer
}

interface UnitOfWork {
  readonly tx: Tx
  readonly orderUnit: OrderUnitOfWork
}

/** Applies `transfer_seen` and `transfer_confirmed`, so that amounts, status and events follow as for any other transfer. */
async function attributeToOrder(
  { tx, orderUnit }: UnitOfWork,
  transfer: RecordedTransfer,
  id: string,
): Promise<RecordedTransfer> {
  const order = await lockPayableOrder(tx, transfer, id)
  const { isFlagged } = transfer
  const isLate = transfer.block.timeAt >= order.expireAt
  // Written before the order changes, because the events of those changes name the transfer.
  await tx.transfers.update({ ...transfer, orderId: id, isLate })
  const seen = await orderUnit.tryApply(order, { kind: 'transfer_seen', transfer, isLate: false, isFlagged })
  const inFlight = (await tx.transfers.countInFlight(id, 1)) > 0
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
    throw new OperatorError(`order ${id} is not an order of ${transfer.environment}/${transfer.network}`)
  }
  return order
}

function attributeToAccount(
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
  // An order is frozen for review, but a balance could be withdrawn at once.
  if (isFlagged)
    throw new OperatorError('screening flagged this transfer: attribute it to an order or to the operator')
  return merchantAccount({ environment, merchantId: target.id }, 'available')
}
