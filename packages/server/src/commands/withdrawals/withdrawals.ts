import type { Order } from '../../domain/orders/order.js'
import { paidOf, settleByTransfer } from '../../domain/recovery/transfer-settlements.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { add, formatUsdt } from '../../domain/shared/money.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Approval } from '../../domain/withdrawals/approval.js'
import { approvalsNow, COMMAND_LINE } from '../../domain/withdrawals/approvals.js'
import type { Destination } from '../../domain/withdrawals/destination.js'
import { findDestination } from '../../domain/withdrawals/destinations.js'
import { makerText } from '../../domain/withdrawals/maker.js'
import type { StoredTransaction, SupersededPayment } from '../../domain/withdrawals/signed-transaction.js'
import { WITHDRAWAL_STATUSES, type Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import {
  approveWithdrawal,
  rejectWithdrawal,
  replaceWithdrawal,
  settleWithdrawal,
} from '../../domain/withdrawals/withdrawal-reviews.js'
import { type Args, UsageError } from '../command.js'
import { filterOf } from '../listing.js'
import { printCard, printLine, printRows, type Row, timeCell } from '../output.js'
import { changeStore, mandateOf, readStore } from '../store-access.js'
import { readOutgoing } from './outgoing-name.js'

/** Lists the withdrawals of all merchants, newest first. */
export async function list(args: Args): Promise<number> {
  const filter = filterOf(args, WITHDRAWAL_STATUSES)
  const rows = await readStore(async (tx) => {
    const found: Row[] = []
    for (const each of await tx.withdrawals.search(filter))
      found.push(rowOf(each, await findDestination(tx, each)))
    return found
  })
  printRows(rows, args.isJson)
  return 0
}

/** Shows one withdrawal, with the version that an approval must name. */
export async function show(args: Args): Promise<number> {
  const id = args.requiredOperand('withdrawal-id')
  const { card } = await readStore((tx) => readCard(tx, id))
  printCard(card, args.isJson)
  return 0
}

/** Reads a withdrawal with its card. @throws OperatorError if there is none */
export async function readCard(tx: Tx, id: string): Promise<{ withdrawal: Withdrawal; card: Row }> {
  const withdrawal = await tx.withdrawals.find(id)
  if (!withdrawal) throw new OperatorError(`there is no withdrawal ${id}`)
  const [payment] = await tx.signedTransactions.listByWithdrawal(id)
  const about = {
    payment,
    others: await tx.signedTransactions.listSuperseded(id),
    destination: await findDestination(tx, withdrawal),
    approvals: await approvalsNow(tx, withdrawal),
    refunded: withdrawal.orderId === null ? undefined : await tx.orders.find(withdrawal.orderId),
  }
  return { withdrawal, card: cardOf(withdrawal, about) }
}

export async function approve(args: Args): Promise<number> {
  const seen = { id: args.requiredOperand('withdrawal-id'), version: args.requiredNumber('version', 1) }
  const approved = await changeStore((tx, context) =>
    approveWithdrawal(tx, context, seen, mandateOf(args), COMMAND_LINE),
  )
  const { id, amount, destinationAddress } = approved
  if (approved.approvedAt === null) {
    printLine(`withdrawal ${id} has 1 of 2 approvals: another person must approve it, in the console`)
    return 0
  }
  printLine(`withdrawal ${id} is approved: ${formatUsdt(amount)} USDT will go to ${destinationAddress}`)
  return 0
}

export async function reject(args: Args): Promise<number> {
  const id = args.requiredOperand('withdrawal-id')
  const { amount, fee } = await changeStore((tx, context) =>
    rejectWithdrawal(tx, context, id, mandateOf(args)),
  )
  printLine(
    `withdrawal ${id} is FAILED (rejected); ${formatUsdt(add(amount, fee))} USDT returned to the merchant`,
  )
  return 0
}

/** Requests the replacement of a stuck payment. The worker signs it, because commands have no key. */
export async function replace(args: Args): Promise<number> {
  const id = args.requiredOperand('withdrawal-id')
  const { network } = await changeStore((tx, context) => replaceWithdrawal(tx, context, id, mandateOf(args)))
  printLine(
    `withdrawal ${id}: its payment on ${network} will be replaced by a transaction that pays no recipient; the one that becomes final decides`,
  )
  return 0
}

/** Settles a withdrawal whose payment moved another amount than it should, or that another transaction paid. */
export async function settle(args: Args): Promise<number> {
  const as = args.choice('as', ['paid', 'unpaid'])
  const paidBy = args.text('paid-by')
  if ((as === undefined) === (paidBy === undefined))
    throw new UsageError('either --as or --paid-by is required, and not both')
  return paidBy === undefined ? settleAs(args, as === 'paid') : settlePaidBy(args, paidBy)
}

async function settlePaidBy(args: Args, name: string): Promise<number> {
  const seen = { id: args.requiredOperand('withdrawal-id'), paidBy: readOutgoing(name) }
  const { withdrawal, earlier } = await changeStore((tx, context) =>
    settleByTransfer(tx, context, seen, mandateOf(args)),
  )
  printLine(`withdrawal ${withdrawal.id} is ${withdrawal.status}; ${withdrawal.txHash} paid it`)
  if (earlier)
    printLine(
      `${formatUsdt(paidOf(earlier))} USDT returned to ${earlier.subject ?? 'the operator'}, who bore it before`,
    )
  return 0
}

async function settleAs(args: Args, isPaid: boolean): Promise<number> {
  const id = args.requiredOperand('withdrawal-id')
  const { withdrawal, moved } = await changeStore((tx, context) =>
    settleWithdrawal(tx, context, { id, isPaid }, mandateOf(args)),
  )
  const { status, amount, fee } = withdrawal
  const back = isPaid ? '' : `; ${formatUsdt(add(amount, fee))} USDT returned to the merchant`
  printLine(`withdrawal ${id} is ${status}${back}; ${formatUsdt(moved)} USDT left the hot wallet`)
  return 0
}

const rowOf = (withdrawal: Withdrawal, destination: Destination | undefined): Row => ({
  id: withdrawal.id,
  environment: withdrawal.environment,
  merchant_id: withdrawal.merchantId,
  status: withdrawal.status,
  review_reason: withdrawal.reviewReason,
  network: withdrawal.network,
  amount: formatUsdt(withdrawal.amount),
  destination_address: withdrawal.destinationAddress,
  destination_added_at: timeCell(destination?.createdAt ?? null),
  refund_of: withdrawal.orderId,
  created_at: timeCell(withdrawal.createdAt),
  version: withdrawal.version,
})

interface About {
  readonly destination: Destination | undefined
  /** The order that it refunds. */
  readonly refunded: Order | undefined
  readonly payment: StoredTransaction | undefined
  /** Of the present version. */
  readonly approvals: readonly Approval[]
  /** Other signed versions of the payment. */
  readonly others: readonly SupersededPayment[]
}

const cardOf = (
  withdrawal: Withdrawal,
  { destination, refunded, payment, approvals, others }: About,
): Row => ({
  ...rowOf(withdrawal, destination),
  order_status: refunded?.status ?? null,
  withdrawal_number: withdrawal.withdrawalNumber,
  fee: formatUsdt(withdrawal.fee),
  total_debit: formatUsdt(add(withdrawal.amount, withdrawal.fee)),
  tx_hash: withdrawal.txHash,
  confirmations: withdrawal.confirmations,
  max_cost: payment?.maxCost ?? null,
  other_versions: others.length === 0 ? null : others.map(versionText).join(', '),
  version_waits_for: payment?.waitsFor ?? null,
  moved_instead: typeof payment?.moved === 'bigint' ? formatUsdt(payment.moved) : null,
  failure_code: withdrawal.failureCode,
  made_by: makerText(withdrawal) ?? null,
  approved_at: timeCell(withdrawal.approvedAt),
  first_approval_by: approvals[0]?.actor ?? null,
  void_requested_at: timeCell(withdrawal.voidRequestedAt),
  description: withdrawal.description,
  updated_at: timeCell(withdrawal.updatedAt),
  completed_at: timeCell(withdrawal.completedAt),
})

const versionText = ({ txHash, createdAt, maxCost }: SupersededPayment): string =>
  `${txHash} of ${isoTime(createdAt)}${maxCost === undefined ? '' : `, at most ${maxCost}`}`
