import type { Context } from '../context.js'
import type { Caller } from '../merchants/api-key.js'
import { DomainError } from '../shared/errors.js'
import { type CallInput, claimKey } from '../shared/idempotency.js'
import { CHAIN_DECIMALS, formatUsdt, type Usdt, usdt } from '../shared/money.js'
import { exactly, listPage } from '../shared/paging.js'
import { DAY_MS } from '../shared/policy.js'
import { requirePositive } from '../shared/positive-amount.js'
import type { Instant, Listed, Page, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { type Maker, makerOf } from '../withdrawals/maker.js'
import type { Refund, Withdrawal } from '../withdrawals/withdrawal.js'
import { openWithdrawal } from '../withdrawals/withdrawal-opening.js'
import { requireStored } from '../withdrawals/withdrawals.js'
import type { OnChainOrder, Order, OrderStatus } from './order.js'
import { notPossible } from './order-window.js'
import { getNamedOrder, lockOrder } from './orders.js'

/** Statuses of an order whose credited money can be refunded. */
const REFUNDABLE: ReadonlySet<OrderStatus> = new Set(['PAID', 'EXPIRED_PAID', 'UNDERPAID'])

/** Whether kind and status of an order let its money go back. */
export const isRefundable = (order: Order): order is OnChainOrder =>
  order.kind === 'on-chain' && REFUNDABLE.has(order.status)

/** The bound of the refunds of an order: its credited money, or all that is confirmed, with the fee. */
export type RefundBound = 'credited' | 'confirmed'

/**
 * Returns how much of an order can still go back.
 *
 * @param refunded the sum of the refunds that did not fail. It exceeds the credited amount after a reorganisation that took
 * a refunded payment back
 */
export function refundable(
  order: Pick<Order, RefundBound>,
  refunded: bigint,
  bound: RefundBound = 'credited',
): Usdt {
  const left = order[bound] - refunded
  return usdt(left > 0n ? left : 0n)
}

/**
 * Returns what a refund without an amount sends: the overpaid part, or all that is left of an order that is not overpaid.
 * A repetition must not refund the price itself after the overpaid part, nor may a payment that can still be lost: then no
 * amount follows from the order.
 */
export function defaultRefund(
  order: OnChainOrder,
  refunded: bigint,
  bound: RefundBound = 'credited',
): Usdt | undefined {
  const { amount, received, confirmed } = order
  const left = refundable(order, refunded, bound)
  if (received <= amount) return left
  const overpaid = confirmed - amount - refunded
  if (overpaid <= 0n) return undefined
  return usdt(overpaid < left ? overpaid : left)
}

export interface CreateRefund {
  /** Undefined refunds the overpaid part, or all that is left of an order that is not overpaid. */
  readonly amount: string | undefined
  /** Lets the fee on the order go back too, at the cost of the merchant. */
  readonly includesFee: boolean
  readonly destinationAddress: string
  readonly description: string | undefined
  readonly idempotencyKey: string | undefined
  readonly madeBy: Maker
  /** Trace context of the call, valid. */
  readonly traceparent?: string | undefined
}

/**
 * Refunds credited money of an on-chain order by a withdrawal on its network, or returns the refund of an earlier call with
 * the same idempotency key. The refunds of an order that did not fail are at most its credited amount, or with the fee its
 * confirmed amount.
 *
 * @param name id or number of the order
 * @throws order_not_found, invalid_amount, duplicate_idempotency_key, action_not_possible, amount_below_minimum,
 * invalid_destination_address, insufficient_balance, forbidden beyond the limit of the caller
 */
export async function createRefund(
  tx: Tx,
  context: Context,
  caller: Scope & Pick<Caller, 'refundLimit'>,
  name: string,
  input: CreateRefund,
): Promise<{ refund: Refund; replayed: boolean }> {
  const { id: orderId } = await getNamedOrder(tx, caller, name)
  const given = input.amount === undefined ? undefined : requirePositive(input.amount, CHAIN_DECIMALS)
  const { includesFee, destinationAddress, description = null, madeBy, traceparent } = input
  const id = context.ids.uuid()
  const earlier = await claimKey(tx, context, caller, {
    operation: 'createRefund',
    key: input.idempotencyKey,
    input: inputOf({ orderId, amount: given ?? null, includesFee, destinationAddress, description }),
    resourceId: id,
    inputOf: async (earlierId) => inputOf(await requireStored(tx, earlierId)),
  })
  if (earlier !== undefined)
    return { refund: { ...(await requireStored(tx, earlier)), orderId }, replayed: true }
  const { refundLimit } = caller
  // So that two refunds at once count each other.
  if (refundLimit !== undefined) await tx.merchants.lock(caller.merchantId)
  // Locked until the end: each refund counts the earlier ones, and a freeze finds it or comes before it.
  const order = requireRefundable(context, await lockOrder(tx, caller, orderId))
  const withdrawal = await openWithdrawal(tx, context, caller, {
    id,
    orderId,
    includesFee,
    madeBy,
    amount: await amountOf(tx, order, given, includesFee ? 'confirmed' : 'credited'),
    network: order.network,
    destinationAddress,
    description,
    metadata: '{}',
    webhookUrl: order.webhookUrl,
    minimum: context.policy.refundMinimum,
    traceparent,
  })
  if (refundLimit !== undefined) await requireWithin(tx, withdrawal, refundLimit)
  return { refund: { ...withdrawal, orderId }, replayed: false }
}

/** Returns how much a caller may still refund now, with fees, 1e-8 USDT; undefined for one without a limit. */
export async function refundAllowance(
  tx: Tx,
  caller: Scope & Pick<Caller, 'refundLimit' | 'keyId' | 'issuedBy'>,
  now: Instant,
): Promise<Usdt | undefined> {
  const { refundLimit } = caller
  if (refundLimit === undefined) return undefined
  const sum = await tx.withdrawals.sumRefundsBy(caller, makerOf(caller).name, now - DAY_MS)
  return usdt(sum < refundLimit ? refundLimit - sum : 0n)
}

/** @throws forbidden if the refunds of a maker in 24 hours, this one included, exceed a limit */
async function requireWithin(tx: Tx, refund: Withdrawal, limit: Usdt): Promise<void> {
  const since = refund.createdAt - DAY_MS
  const sum = await tx.withdrawals.sumRefundsBy(refund, refund.madeBy?.name ?? '', since)
  if (sum <= limit) return
  const detail = `at most ${formatUsdt(limit)} USDT of refunds in 24 hours, with fees`
  throw new DomainError('forbidden', { param: 'amount', detail })
}

/** Lists the refunds of an order, newest first. @throws order_not_found, invalid_offset */
export async function listRefunds(tx: Tx, scope: Scope, name: string, page: Page): Promise<Listed<Refund>> {
  const { id } = await getNamedOrder(tx, scope, name)
  return listPage(page, exactly(await tx.withdrawals.countRefunds(id)), (within) =>
    tx.withdrawals.listRefunds(id, within),
  )
}

/** The parameters that a repeated call with the same idempotency key must not change. */
const inputOf = (
  refund: Pick<Withdrawal, 'orderId' | 'includesFee' | 'destinationAddress' | 'description'> & {
    amount: Usdt | null
  },
): CallInput => [
  ['order_id', refund.orderId],
  ['amount', refund.amount],
  ['include_fee', refund.includesFee ? 1 : 0],
  ['destination_address', refund.destinationAddress],
  ['description', refund.description],
]

function requireRefundable(context: Context, order: Order): OnChainOrder {
  if (order.kind === 'app') throw new DomainError('action_not_possible', { detail: 'the order is app-only' })
  if (!isRefundable(order)) throw notPossible(order)
  if (!context.chain(order))
    throw new DomainError('action_not_possible', { detail: `${order.network} is switched off` })
  return order
}

async function amountOf(
  tx: Tx,
  order: OnChainOrder,
  given: Usdt | undefined,
  bound: RefundBound,
): Promise<Usdt> {
  const refunded = await tx.withdrawals.sumRefunds(order.id)
  const left = refundable(order, refunded, bound)
  if (left === 0n) throw invalidAmount('nothing is left to refund')
  const amount = given ?? defaultRefund(order, refunded, bound) ?? unnamed(order)
  if (amount > left) throw invalidAmount(`at most ${formatUsdt(left)} USDT`)
  return amount
}

/** @throws action_not_possible, invalid_amount where no amount follows from the order */
function unnamed({ amount, confirmed }: OnChainOrder): never {
  if (confirmed > amount) throw invalidAmount('the overpaid part is refunded: name an amount')
  const detail = 'the payment that is too much is being confirmed: name an amount'
  throw new DomainError('action_not_possible', { detail })
}

const invalidAmount = (detail: string) => new DomainError('invalid_amount', { param: 'amount', detail })
