import { isHotWallet, unleasedAddresses } from '../chain/own-addresses.js'
import { requireChain } from '../chain/served-chain.js'
import type { Context } from '../context.js'
import { post } from '../ledger/ledger.js'
import { DomainError } from '../shared/errors.js'
import { formatUsdt, type Usdt } from '../shared/money.js'
import { type ChainId, CROCKFORD, type Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { hasNewDestination } from './destinations.js'
import { isPayoutStopped } from './payout-stops.js'
import { findPossiblePayment, mayRepeatLostCall } from './unexplained-transfers.js'
import type { ReviewReason, Withdrawal } from './withdrawal.js'
import { type Counted, countTowardsDay, exceededLimit } from './withdrawal-limits.js'
import { hold } from './withdrawal-state.js'

/** The terms of a new withdrawal, valid in their form. */
export interface WithdrawalTerms
  extends Pick<
    Withdrawal,
    | 'id'
    | 'orderId'
    | 'includesFee'
    | 'madeBy'
    | 'amount'
    | 'network'
    | 'destinationAddress'
    | 'description'
    | 'metadata'
    | 'webhookUrl'
  > {
  /** The smallest amount, 1e-8 USDT. */
  readonly minimum: Usdt
  /** Trace context of the call, valid. */
  readonly traceparent: string | undefined
}

/**
 * Inserts a withdrawal and reserves its amount and fee. Above the limits, to a new destination, without a signer, or if a
 * transfer that the ledger does not know may be its payment, it waits for the operator's review; while the database is
 * recovering, it waits for the end of that.
 *
 * @throws unsupported_network, amount_below_minimum, invalid_destination_address, insufficient_balance
 */
export async function openWithdrawal(
  tx: Tx,
  context: Context,
  { merchantId, environment }: Scope,
  { minimum, traceparent, ...terms }: WithdrawalTerms,
): Promise<Withdrawal> {
  const { id, amount, network, destinationAddress } = terms
  requireChain(context, { environment, network })
  requireMinimum(amount, minimum)
  await requireDestination(tx, context, { environment, network }, destinationAddress, 'destination_address')
  const at = context.clock.now()
  const { fee } = context.policy.withdrawals[network]
  const payment = { ...terms, merchantId, environment, fee, createdAt: at }
  const reviewReason = await reasonForReview(tx, context, payment)
  const withdrawal: Withdrawal = {
    ...payment,
    withdrawalNumber: `wdr_${context.ids.random(CROCKFORD, 12)}`,
    status: reviewReason === null ? 'PENDING' : 'REVIEW',
    txHash: null,
    confirmations: 0,
    failureCode: null,
    reviewReason,
    approvedAt: null,
    voidRequestedAt: null,
    updatedAt: at,
    completedAt: null,
    version: 1,
  }
  await tx.withdrawals.insert(withdrawal)
  if (traceparent !== undefined) await tx.traces.insert(id, traceparent)
  await post(tx, context, [hold(withdrawal)])
  return withdrawal
}

async function reasonForReview(
  tx: Tx,
  context: Context,
  payment: Counted & Pick<Withdrawal, 'destinationAddress'>,
): Promise<ReviewReason | null> {
  // Before the reasons, so that each withdrawal counts towards the day.
  const day = await countTowardsDay(tx, payment)
  const mayBePaid =
    (await findPossiblePayment(tx, context, payment)) !== undefined ||
    (await mayRepeatLostCall(tx, context, payment))
  if (mayBePaid) return 'possible_duplicate'
  // Before the others: a person must know it, and some of them end by themselves.
  if (await hasNewDestination(tx, context, payment)) return 'new_destination'
  const limit = await exceededLimit(tx, context, payment, day)
  if (limit) return limit
  if (!requireChain(context, payment).sender) return 'no_signer'
  if (await tx.recoveries.findOpen()) return 'recovering'
  return (await isPayoutStopped(tx, payment)) ? 'payouts_stopped' : null
}

/** @throws amount_below_minimum */
export function requireMinimum(amount: Usdt, minimum: Usdt): void {
  if (amount >= minimum) return
  const detail = `at least ${formatUsdt(minimum)} USDT`
  throw new DomainError('amount_below_minimum', { param: 'amount', detail })
}

/**
 * Returns a valid destination in the network's own spelling.
 *
 * @param param name of the field that has the address
 * @throws unsupported_network, invalid_destination_address
 */
export async function requireDestination(
  tx: Tx,
  context: Context,
  id: ChainId,
  address: string,
  param: string,
): Promise<string> {
  const parsed = requireChain(context, id).parseDestination(address)
  if (parsed !== undefined && (await isDestination(tx, context, id, address))) return parsed
  const detail = `must be a valid ${id.network} address outside this service`
  throw new DomainError('invalid_destination_address', { param, detail })
}

/** Whether an address is a valid destination: well-formed and not one of our known addresses. */
export async function isDestination(
  tx: Tx,
  context: Context,
  id: ChainId,
  address: string,
): Promise<boolean> {
  const chain = requireChain(context, id)
  const parsed = chain.parseDestination(address)
  // The wallet's first address is the operator's control address, which is ours but never leased.
  if (parsed === undefined || parsed === chain.deriveAddress(0)) return false
  if (await isHotWallet(tx, context, id, parsed)) return false
  const unleased = unleasedAddresses(context, chain, await tx.addresses.findTakenIndexes(id))
  if (unleased.some(({ address: ours }) => ours === parsed)) return false
  return (await tx.addresses.findHolder(id, parsed, context.clock.now())) === undefined
}
