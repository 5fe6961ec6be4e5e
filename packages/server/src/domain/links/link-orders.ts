import type { Context } from '../context.js'
import type { OnChainOrder, Order } from '../orders/order.js'
import type { GivenTotal } from '../orders/order-total.js'
import { endWindowAt } from '../orders/order-window.js'
import { createOrder } from '../orders/orders.js'
import { givenPrice } from '../rates/price.js'
import { DomainError } from '../shared/errors.js'
import { formatUsdt, type Usdt, ZERO } from '../shared/money.js'
import type { Instant, Network } from '../shared/types.js'
import type { LinkVisitor } from '../store/link-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import { requireBelowLinkLimits } from './link-limits.js'
import { linkStatus, type PaymentLink } from './payment-link.js'

/** The choice of a payer on the page of a link. */
export interface LinkPayment extends LinkVisitor {
  readonly network: Network
  /** The choice of a CUSTOM link's payer. */
  readonly amount?: Usdt
}

/**
 * Opens the order of a payer, or returns the one that the payer is led back to: an order that money has come to, or an open
 * one for the same choice, at the rate that it has. An open one for another amount or network ends first.
 *
 * @throws payment_link_closed, rate_limit_exceeded, and the errors of an order
 */
export async function openLinkOrder(
  tx: Tx,
  context: Context,
  id: string,
  payment: LinkPayment,
): Promise<OnChainOrder> {
  const link = await tx.paymentLinks.lock(id)
  const now = context.clock.now()
  if (!link || linkStatus(link, now) !== 'OPEN') throw new DomainError('payment_link_closed')
  const current = await findCurrentOrder(tx, link, payment.visitor, now)
  if (current) {
    const isSame =
      current.network === payment.network &&
      (link.amountMode === 'FIXED' || current.amount === payment.amount)
    if (hasMoney(current) || isSame) return current
    // A payment may have come since: then the payer is led back to it.
    const locked = await tx.orders.lock(current.id)
    if (locked?.kind === 'on-chain' && hasMoney(locked)) return locked
    if (locked) await endWindowAt(tx, context, locked, now)
  }
  return createLinkOrder(tx, context, link, payment)
}

/**
 * Finds the order that a payer is led back to. That of a ONCE link is the same for all payers; a MANY link has one for each
 * browser.
 */
export async function findCurrentOrder(
  tx: Tx,
  { id, uses }: PaymentLink,
  visitor: string | undefined,
  now: Instant,
): Promise<OnChainOrder | undefined> {
  const orders = uses === 'ONCE' ? await tx.paymentLinks.listStanding(id) : await openedBy(tx, id, visitor)
  const known = orders.filter((order): order is OnChainOrder => order.kind === 'on-chain')
  return known.find(hasMoney) ?? known.find(({ expireAt }) => expireAt > now)
}

const openedBy = async (tx: Tx, id: string, visitor: string | undefined): Promise<Order[]> =>
  visitor === undefined ? [] : tx.paymentLinks.listOpenedBy(id, visitor)

/** Whether a payer must not be asked for another payment: money has come to the order, or it is reviewed or paid. */
export const hasMoney = ({ status, received }: Order): boolean =>
  received > ZERO || (status !== 'OPEN' && status !== 'EXPIRED')

const totalOf = ({ price, amount }: PaymentLink, chosen: LinkPayment): GivenTotal =>
  price ? { price: givenPrice(price) } : { amount: formatUsdt(amount ?? chosen.amount ?? ZERO) }

async function createLinkOrder(
  tx: Tx,
  context: Context,
  link: PaymentLink,
  payment: LinkPayment,
): Promise<OnChainOrder> {
  const { merchantId, environment } = link
  const merchant = await tx.merchants.find(merchantId)
  if (merchant?.status === 'SUSPENDED' || !merchant) throw new DomainError('merchant_suspended')
  const { order, isNewAddress } = await createOrder(
    tx,
    context,
    { merchantId, environment, merchant },
    {
      ...totalOf(link, payment),
      network: payment.network,
      tolerance: link.tolerance,
      description: link.description ?? undefined,
      metadata: JSON.parse(link.metadata),
      returnUrl: link.returnUrl ?? undefined,
      webhookUrl: link.webhookUrl ?? undefined,
      idempotencyKey: undefined,
      paymentLinkId: link.id,
    },
  )
  await tx.paymentLinks.insertLease({ ...order, paymentLinkId: link.id }, payment)
  await requireBelowLinkLimits(tx, context, link, { address: payment.address, isNewAddress })
  return order
}
