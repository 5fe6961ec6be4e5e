import { add, formatUsdt, type Usdt } from '../domain/shared/money.js'
import { Refusal } from '../domain/shared/operator-error.js'
import { resumeSigner } from '../domain/withdrawals/signer.js'
import { WITHDRAWAL_STATUSES, type Withdrawal } from '../domain/withdrawals/withdrawal.js'
import {
  approveWithdrawal,
  rejectWithdrawal,
  settleWithdrawal,
  voidWithdrawal,
} from '../domain/withdrawals/withdrawal-reviews.js'
import { changeBooks, mandateOf, readBooks } from './books.js'
import type { Given } from './command.js'
import { ENVIRONMENTS, filterOf, NETWORKS } from './listing.js'
import { printCard, printLine, printRows, type Row, timeCell } from './output.js'

/** Withdrawals of every merchant, newest first. */
export async function list(given: Given): Promise<number> {
  const filter = filterOf(given, WITHDRAWAL_STATUSES)
  const withdrawals = await readBooks((tx) => tx.withdrawals.search(filter))
  printRows(withdrawals.map(rowOf), given.isJson)
  return 0
}

/** One withdrawal, with the version that an approval must name. */
export async function show(given: Given): Promise<number> {
  const id = given.operand('withdrawal-id')
  const { withdrawal, moved } = await readBooks(async (tx) => {
    const [payment] = await tx.signedTransactions.listByWithdrawal(id)
    return { withdrawal: await tx.withdrawals.find(id), moved: payment?.moved ?? null }
  })
  if (!withdrawal) throw new Refusal(`there is no withdrawal ${id}`)
  printCard(cardOf(withdrawal, moved), given.isJson)
  return 0
}

export async function approve(given: Given): Promise<number> {
  const seen = { id: given.operand('withdrawal-id'), version: given.requiredNumber('version', 1) }
  const approved = await changeBooks((tx, context) => approveWithdrawal(tx, context, seen, mandateOf(given)))
  const { id, amount, destinationAddress } = approved
  printLine(`withdrawal ${id} is approved: ${formatUsdt(amount)} USDT will go to ${destinationAddress}`)
  return 0
}

export async function reject(given: Given): Promise<number> {
  const id = given.operand('withdrawal-id')
  const { amount, fee } = await changeBooks((tx, context) =>
    rejectWithdrawal(tx, context, id, mandateOf(given)),
  )
  printLine(
    `withdrawal ${id} is FAILED (rejected); the merchant has ${formatUsdt(add(amount, fee))} USDT back`,
  )
  return 0
}

/** The worker signs what takes the payment's place: a command has no key. */
export async function voidPayment(given: Given): Promise<number> {
  const id = given.operand('withdrawal-id')
  const { network } = await changeBooks((tx, context) => voidWithdrawal(tx, context, id, mandateOf(given)))
  printLine(
    `withdrawal ${id}: a transaction that pays nobody will take its payment's place on ${network}; whichever is final decides`,
  )
  return 0
}

/** Ends one whose payment moved something else than it should. */
export async function settle(given: Given): Promise<number> {
  const id = given.operand('withdrawal-id')
  const isPaid = given.requiredChoice('as', ['paid', 'unpaid']) === 'paid'
  const { withdrawal, moved } = await changeBooks((tx, context) =>
    settleWithdrawal(tx, context, { id, isPaid }, mandateOf(given)),
  )
  const { status, amount, fee } = withdrawal
  const back = isPaid ? '' : `; the merchant has ${formatUsdt(add(amount, fee))} USDT back`
  printLine(`withdrawal ${id} is ${status}${back}; ${formatUsdt(moved)} USDT left the hot wallet`)
  return 0
}

/** Lets a signer that was paused go on. */
export async function resume(given: Given): Promise<number> {
  const id = {
    environment: given.requiredChoice('environment', ENVIRONMENTS),
    network: given.requiredChoice('network', NETWORKS),
  }
  const reason = await changeBooks((tx, context) => resumeSigner(tx, context, id, mandateOf(given)))
  printLine(`the signer of ${id.environment}/${id.network} goes on; it was paused because: ${reason}`)
  return 0
}

const rowOf = (withdrawal: Withdrawal): Row => ({
  id: withdrawal.id,
  environment: withdrawal.environment,
  merchant_id: withdrawal.merchantId,
  status: withdrawal.status,
  review_reason: withdrawal.reviewReason,
  network: withdrawal.network,
  amount: formatUsdt(withdrawal.amount),
  created_at: timeCell(withdrawal.createdAt),
  version: withdrawal.version,
})

const cardOf = (withdrawal: Withdrawal, moved: Usdt | null): Row => ({
  ...rowOf(withdrawal),
  withdrawal_number: withdrawal.withdrawalNumber,
  fee: formatUsdt(withdrawal.fee),
  total_debit: formatUsdt(add(withdrawal.amount, withdrawal.fee)),
  destination_address: withdrawal.destinationAddress,
  tx_hash: withdrawal.txHash,
  confirmations: withdrawal.confirmations,
  moved_instead: moved === null ? null : formatUsdt(moved),
  failure_code: withdrawal.failureCode,
  approved_at: timeCell(withdrawal.approvedAt),
  void_requested_at: timeCell(withdrawal.voidRequestedAt),
  description: withdrawal.description,
  updated_at: timeCell(withdrawal.updatedAt),
  completed_at: timeCell(withdrawal.completedAt),
})
