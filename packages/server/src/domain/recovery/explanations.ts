import type { SentTransaction } from '../chain/sender.js'
import { transferName, transferReference } from '../chain/transfer.js'
import type { TreasuryTransfer } from '../chain/treasury-transfer.js'
import type { Context } from '../context.js'
import { merchantAccount, platformAccount } from '../ledger/account.js'
import { merchantBalances, post } from '../ledger/ledger.js'
import type { LedgerTransaction } from '../ledger/ledger-entry.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { formatUsdt, subtract, type Usdt, ZERO } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { type Explanation, NO_TRANSFER } from './explanation.js'
import {
  explanationText,
  listNamed,
  type NamedTransfer,
  requireExplainable,
  requireNoneInFlight,
} from './outgoing-transfers.js'
import { findUnsigned, listUndecided } from './possible-duplicates.js'

/** The payer of a transfer whose withdrawal the database does not know. */
export type TransferBearer =
  | { readonly kind: 'merchant'; readonly id: string }
  | { readonly kind: 'operator' }

/** The result of explaining a transfer, 1e-8 USDT. */
export interface ExplainedTransfer {
  readonly transfer: TreasuryTransfer
  /** The amount that the bearer has paid now. */
  readonly paid: Usdt
  /** The amount that the merchant's balance did not cover; it stays in suspense. */
  readonly shortfall: Usdt
}

/**
 * Explains a final transfer out of the hot wallet whose withdrawal the database does not know. A merchant pays as far as its
 * available balance goes; a repetition collects from the balance of then what was short.
 *
 * @throws OperatorError if it is no such transfer, is explained already, may be the payment of a withdrawal that waits, or if
 * the balance is short while withdrawals of the merchant wait
 */
export async function explainTransfer(
  tx: Tx,
  context: Context,
  input: { id: ChainId; named: NamedTransfer; bearer: TransferBearer },
  mandate: Mandate,
): Promise<ExplainedTransfer> {
  const { id, named, bearer } = input
  await tx.cursors.lock(id)
  if (bearer.kind === 'merchant' && !(await tx.merchants.find(bearer.id)))
    throw new OperatorError(`there is no merchant ${bearer.id}`)
  const transfer = await chooseTransfer(tx, await listNamed(tx, id, named), bearer)
  const known = await tx.explanations.find(transfer)
  const due = known?.shortfall ?? transfer.value
  if (!isShortOf(known, bearer)) {
    await requireExplainable(tx, transfer)
    await requireNoUndecided(tx, transfer)
  }
  const paid = bearer.kind === 'merchant' ? await affordable(tx, transfer, bearer.id, due) : due
  if (known && paid === ZERO)
    throw new OperatorError(`merchant ${known.subject} has no available balance: nothing was collected`)
  const shortfall = subtract(due, paid)
  if (bearer.kind === 'merchant' && !known && shortfall > ZERO)
    await requireNoUnsigned(tx, transfer, bearer.id)
  if (paid > ZERO) await post(tx, context, [postingOf(transfer, bearer, { paid, due })])
  if (known) await tx.explanations.setShortfall(transfer, shortfall)
  else await insert(tx, context, transfer, { bearer, shortfall })
  const details = { reason: mandate.reason, bearer: bearer.kind, paid: formatUsdt(paid) }
  await audit(tx, context, {
    ...{ actor: mandate.actor, action: 'restore explain', subject: transfer.txHash },
    details: {
      ...details,
      ...(bearer.kind === 'merchant' ? { merchant: bearer.id, shortfall: formatUsdt(shortfall) } : {}),
    },
  })
  return { transfer, paid, shortfall }
}

/**
 * Explains a transaction of the hot wallet that used a nonce and moved no USDT, as the nodes report it.
 *
 * @throws OperatorError if it is known already
 */
export async function explainEmpty(
  tx: Tx,
  context: Context,
  input: { id: ChainId; txHash: string; sent: SentTransaction },
  { actor, reason }: Mandate,
): Promise<void> {
  const { id, txHash, sent } = input
  await tx.cursors.lock(id)
  const [known] = await tx.explanations.listByTransaction({ ...id, txHash })
  if (known) throw new OperatorError(`transaction ${txHash} is explained already: ${explanationText(known)}`)
  const cursor = await tx.cursors.find(id)
  if (!cursor || cursor.block.number < sent.blockNumber)
    throw new OperatorError(
      `transaction ${txHash} is in block ${sent.blockNumber}, which is not recorded yet: it may move USDT`,
    )
  await tx.explanations.insert({
    ...{ ...id, txHash, logIndex: NO_TRANSFER, kind: 'operator', subject: null, amount: ZERO },
    ...{ shortfall: ZERO, wallet: sent.wallet, nonce: sent.nonce, explainedAt: context.clock.now() },
  })
  const details = { reason, bearer: 'operator', nonce: sent.nonce }
  await audit(tx, context, { actor, action: 'restore explain', subject: txHash, details })
}

/** @throws OperatorError if the transaction made several transfers that need an explanation */
async function chooseTransfer(
  tx: Tx,
  named: readonly TreasuryTransfer[],
  bearer: TransferBearer,
): Promise<TreasuryTransfer> {
  const open: TreasuryTransfer[] = []
  for (const transfer of named) {
    const known = await tx.explanations.find(transfer)
    if (transfer.kind === 'outgoing' && (!known || isShortOf(known, bearer))) open.push(transfer)
  }
  const [first, second] = open
  if (second) {
    const names = open.map(transferName).join(', ')
    throw new OperatorError(`transaction ${second.txHash} made several transfers; name one of ${names}`)
  }
  const chosen = first ?? named[0]
  if (!chosen) throw new Error('a named transfer is missing')
  return chosen
}

const isShortOf = (known: Explanation | undefined, bearer: TransferBearer): boolean =>
  known !== undefined && known.shortfall > ZERO && bearer.kind === 'merchant' && known.subject === bearer.id

/** The withdrawals of the transfer's destination and amount come first: one of them may be its own. */
async function requireNoUndecided(tx: Tx, transfer: TreasuryTransfer): Promise<void> {
  const [undecided] = await listUndecided(tx, transfer)
  if (undecided)
    throw new OperatorError(
      `withdrawal ${undecided.id} waits with the same destination and amount: settle it with --paid-by, approve it or reject it first`,
    )
  await requireNoneInFlight(tx, transfer)
}

/** A balance that covers only a part may be on hold for a withdrawal that repeats the lost one. */
async function requireNoUnsigned(
  tx: Tx,
  { environment }: TreasuryTransfer,
  merchantId: string,
): Promise<void> {
  const waiting = await findUnsigned(tx, { environment, merchantId })
  if (waiting)
    throw new OperatorError(
      `the balance of merchant ${merchantId} is too small, and its withdrawal ${waiting.id} waits: it may repeat the lost one; reject it, or settle it with --paid-by, first`,
    )
}

async function affordable(
  tx: Tx,
  { environment }: TreasuryTransfer,
  merchantId: string,
  due: Usdt,
): Promise<Usdt> {
  const { available } = await merchantBalances(tx, { merchantId, environment })
  return available < due ? available : due
}

function postingOf(
  transfer: TreasuryTransfer,
  bearer: TransferBearer,
  { paid: amount, due }: { paid: Usdt; due: Usdt },
): LedgerTransaction {
  const { environment, network, value } = transfer
  const reference = transferReference(transfer)
  const debit =
    bearer.kind === 'merchant'
      ? merchantAccount({ environment, merchantId: bearer.id }, 'available')
      : platformAccount(environment, `operator:${network}`)
  const credit = platformAccount(environment, `suspense:${network}`)
  // The key names what was collected before, so that each part is posted once.
  const key = `explain:${reference}:${value - due}`
  const legs = [{ debit, credit, amount }]
  return { environment, kind: 'explain', key, reference, legs, requiresFunds: true }
}

function insert(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  { environment, network, txHash, logIndex, from: wallet, value: amount }: TreasuryTransfer,
  { bearer, shortfall }: { bearer: TransferBearer; shortfall: Usdt },
): Promise<void> {
  return tx.explanations.insert({
    ...{ environment, network, txHash, logIndex, wallet, amount, shortfall, nonce: null },
    ...{ kind: bearer.kind, subject: bearer.kind === 'merchant' ? bearer.id : null },
    explainedAt: context.clock.now(),
  })
}
