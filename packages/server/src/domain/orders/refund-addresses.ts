import { isSameAddress } from '../../networks/spellings.js'
import type { Context } from '../context.js'
import type { LeftAddress } from '../store/order-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import { isDestination } from '../withdrawals/withdrawal-opening.js'
import type { OnChainOrder } from './order.js'
import { isAcceptable } from './order-acceptance.js'
import { isRefundable } from './refunds.js'

/** Addresses that one order keeps. */
export const MOST_REFUND_ADDRESSES = 5
/** Characters of the longest address of a network, with room for spaces that were copied. */
const MAX_LENGTH = 128

/** The addresses that were left on the page of an order, oldest first. */
export interface RefundAddresses {
  readonly left: readonly LeftAddress[]
  /** Whether the page asks for one: money may go back, and the merchant has neither sent nor kept it. */
  readonly isAsked: boolean
}

export type LeaveResult = 'left' | 'invalid' | 'full' | 'closed'

export async function readRefundAddresses(
  tx: Tx,
  context: Context,
  order: OnChainOrder,
): Promise<RefundAddresses> {
  if (!isRefundable(order)) return { left: [], isAsked: false }
  const isOpen = isAcceptable(order) && context.chain(order) !== undefined
  return {
    left: await tx.orders.listRefundAddresses(order.id),
    isAsked: isOpen && (await tx.withdrawals.sumRefunds(order.id)) === 0n,
  }
}

/**
 * Keeps an address for a refund that was typed on the page of an order. It proves nothing about the payer: each person who has the
 * link of the page can leave one. So an address is only added, and a refund to it waits for review.
 */
export async function leaveRefundAddress(
  tx: Tx,
  context: Context,
  orderId: string,
  typed: string,
): Promise<LeaveResult> {
  // Locked, so that two calls at once count each other's address.
  const order = await tx.orders.lock(orderId)
  if (order?.kind !== 'on-chain') return 'closed'
  const { left, isAsked } = await readRefundAddresses(tx, context, order)
  if (!isAsked) return 'closed'
  const address = typed.length > MAX_LENGTH ? undefined : context.chain(order)?.parseDestination(typed.trim())
  if (address === undefined || !(await isDestination(tx, context, order, address))) return 'invalid'
  if (left.some((each) => isSameAddress(order.network, each.address, address))) return 'left'
  if (left.length >= MOST_REFUND_ADDRESSES) return 'full'
  await tx.orders.insertRefundAddress(order.id, { address, leftAt: context.clock.now() })
  return 'left'
}
