import type { Context } from '../domain/context.js'
import { linkStatus } from '../domain/links/payment-link.js'
import type { Logo } from '../domain/merchants/brand.js'
import { isNetworkClosed } from '../domain/orders/address-leases.js'
import type { OnChainOrder, OrderStatus } from '../domain/orders/order.js'
import {
  type LeaveResult,
  leaveRefundAddress,
  readRefundAddresses,
} from '../domain/orders/refund-addresses.js'
import { simulate } from '../domain/sandbox/sandbox.js'
import { DomainError } from '../domain/shared/errors.js'
import type { Store } from '../domain/store/store.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import type { Facts, Play } from './view.js'

/** Most transfers that the page shows; the largest ones are chosen. */
const SHOWN_TRANSFERS = 10
/** Statuses of orders whose payer may still be asked to pay, or waits for a payment to confirm. */
const UNDECIDED: ReadonlySet<OrderStatus> = new Set(['OPEN', 'CONFIRMING'])
/** Statuses whose page names the payments that arrived. A payer who sent too little proves with them what was sent. */
const WITH_TRANSFERS: ReadonlySet<OrderStatus> = new Set(['CONFIRMING', 'PAID', 'UNDERPAID', 'EXPIRED_PAID'])

/** Reads the facts about the order of a checkout token; undefined when no order has the token. */
export const findFacts = (store: Store, context: Context, token: string): Promise<Facts | undefined> =>
  store.read(async (tx) => {
    const order = await findOrder(tx, token)
    return order && readFacts(tx, context, order)
  })

/** Returns the revision of the facts that can change: equal revisions mean an unchanged view. */
export const revisionOf = ({
  order,
  isClosed,
}: Pick<Facts, 'isClosed'> & { order: { version: number } }): string =>
  `${order.version}${isClosed ? ' closed' : ''}`

/** Reads the current revisions of orders. */
export const findRevisions = (
  store: Store,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  store.read(async (tx) => {
    const closed = new Map<string, boolean>()
    const revisions = new Map<string, string>()
    for (const order of await tx.orders.listVersions(orderIds)) {
      const { environment, network } = order
      const name = `${environment}/${network}`
      const isStopped = closed.get(name) ?? (await isNetworkClosed(tx, order))
      closed.set(name, isStopped)
      const isPaused = UNDECIDED.has(order.status) && (isStopped || order.isAddressBlacklisted)
      revisions.set(order.id, revisionOf({ order, isClosed: isPaused }))
    }
    return revisions
  })

export const findLogo = (store: Store, token: string): Promise<Logo | undefined> =>
  store.read(async (tx) => {
    const order = await findOrder(tx, token)
    return order && tx.merchantBrands.findLogo(order.merchantId)
  })

/**
 * Simulates a payment in the same way as the test helpers of the API.
 *
 * @returns undefined when no order with a sandbox network has the token; false when the order does not allow the action
 * now
 */
export async function play(
  store: Store,
  context: Context,
  token: string,
  action: Play,
): Promise<boolean | undefined> {
  try {
    return await store.write(async (tx) => {
      const order = await findOrder(tx, token)
      if (!order || !isPlayable(context, order)) return undefined
      await simulate(tx, context, order, order.id, { action, amount: undefined, remark: undefined })
      return true
    })
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

/** Keeps an address for a refund. @returns undefined when no order has the token */
export const leaveAddress = (
  store: Store,
  context: Context,
  token: string,
  address: string,
): Promise<LeaveResult | undefined> =>
  store.write(async (tx) => {
    const order = await findOrder(tx, token)
    return order && leaveRefundAddress(tx, context, order.id, address)
  })

async function findOrder(tx: Tx, token: string): Promise<OnChainOrder | undefined> {
  const order = await tx.orders.findByToken(token)
  return order?.kind === 'on-chain' ? order : undefined
}

async function readFacts(tx: Tx, context: Context, order: OnChainOrder): Promise<Facts> {
  const { merchantId, status } = order
  const isUndecided = UNDECIDED.has(status)
  const merchant = await tx.merchants.find(merchantId)
  if (!merchant) throw new Error(`order ${order.id} has no merchant`)
  return {
    order,
    merchant,
    brand: await tx.merchantBrands.find(merchantId),
    transfers: WITH_TRANSFERS.has(status)
      ? await tx.transfers.listForEvent(order.id, 'confirmed', SHOWN_TRANSFERS)
      : [],
    awaited: status === 'CONFIRMING' ? await tx.transfers.listAwaited(order.id, SHOWN_TRANSFERS) : [],
    head: isUndecided ? (await tx.cursors.find(order))?.block : undefined,
    isClosed:
      isUndecided &&
      ((await isNetworkClosed(tx, order)) || (await tx.addresses.isBlacklisted(order.address.id))),
    refundAddresses: await readRefundAddresses(tx, context, order),
    linkToken: await findLinkToken(tx, context, order),
    isPlayable: isPlayable(context, order),
  }
}

/** Only an expired order leads back to its link. */
async function findLinkToken(
  tx: Tx,
  { clock }: Context,
  { status, paymentLinkId }: OnChainOrder,
): Promise<string | undefined> {
  if (status !== 'EXPIRED' || paymentLinkId === null) return undefined
  const link = await tx.paymentLinks.find(paymentLinkId)
  return link && linkStatus(link, clock.now()) === 'OPEN' ? link.token : undefined
}

const isPlayable = (context: Context, { environment, network }: OnChainOrder): boolean =>
  environment === 'test' && context.sandbox({ environment, network }) !== undefined
