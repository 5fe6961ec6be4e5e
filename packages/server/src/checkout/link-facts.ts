import type { Context } from '../domain/context.js'
import { findCurrentOrder } from '../domain/links/link-orders.js'
import { type LinkStatus, linkStatus, type PaymentLink } from '../domain/links/payment-link.js'
import { digestOf } from '../domain/links/visitor.js'
import { type Brand, NO_BRAND } from '../domain/merchants/brand.js'
import { contactLink } from '../domain/merchants/contact.js'
import { takesOrders } from '../domain/orders/address-leases.js'
import { type OnChainOrder, paysLink } from '../domain/orders/order.js'
import { convertOrderPrice } from '../domain/orders/order-total.js'
import type { Conversion, PricedMerchant } from '../domain/rates/conversion.js'
import { DomainError } from '../domain/shared/errors.js'
import type { Network } from '../domain/shared/types.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { descriptionOf, NETWORKS } from '../networks/networks.js'

/** A network that the payer may choose. */
export interface OfferedNetwork {
  readonly network: Network
  /** The usual time until a payment is confirmed; undefined on the sandbox, whose operator chooses it. */
  readonly usualMs: number | undefined
}

/** All that the page of a link shows. */
export interface LinkView {
  readonly link: PaymentLink
  readonly status: LinkStatus
  readonly merchant: string
  readonly contact: { readonly text: string; readonly link: string } | undefined
  readonly accent: string | null
  readonly hasLogo: boolean
  /** Tags of the languages that the merchant offers besides English; null for all. */
  readonly offeredLanguages: readonly string[] | null
  readonly isTest: boolean
  /** The amount of a price: that of the order that the payer is led back to, else the one now. Undefined without a price. */
  readonly conversion: Conversion | DomainError | undefined
  /** Empty while no network takes payments. */
  readonly networks: readonly OfferedNetwork[]
  /** The order that the payer is led back to. */
  readonly current: OnChainOrder | undefined
  /** The paid orders of a ONCE link that is PAID, newest first. */
  readonly paid: readonly OnChainOrder[]
  /** How long the payer of a new order has. */
  readonly windowMs: number
}

/** Reads what a browser sees of a link; undefined when no link has the token. */
export async function readLinkView(
  tx: Tx,
  context: Context,
  token: string,
  { visitor, supportContact }: { visitor: string; supportContact: string | undefined },
): Promise<LinkView | undefined> {
  const link = await tx.paymentLinks.findByToken(token)
  if (!link) return undefined
  const now = context.clock.now()
  const merchant = await tx.merchants.find(link.merchantId)
  if (!merchant) throw new Error(`payment link ${link.id} has no merchant`)
  const brand: Brand = (await tx.merchantBrands.find(link.merchantId)) ?? NO_BRAND
  const contact = brand.support ?? supportContact ?? merchant.email
  const contactUrl = contactLink(contact)
  const status = linkStatus(link, now)
  const current = await findCurrentOrder(tx, link, digestOf(link.id, visitor), now)
  return {
    link,
    status,
    merchant: brand.name ?? merchant.name,
    contact: contactUrl === undefined ? undefined : { text: contact, link: contactUrl },
    accent: brand.accent,
    hasLogo: brand.hasLogo,
    offeredLanguages: brand.languages,
    isTest: link.environment === 'test',
    networks: merchant.status === 'SUSPENDED' ? [] : await offeredNetworks(tx, context, link),
    current,
    conversion: await conversionOf(tx, context, merchant, { link, current }),
    paid: status === 'PAID' ? await paidOrders(tx, link) : [],
    windowMs: context.policy.orderExpiryMs,
  }
}

async function conversionOf(
  tx: Tx,
  context: Context,
  merchant: PricedMerchant,
  { link: { price }, current }: Pick<LinkView, 'link' | 'current'>,
): Promise<LinkView['conversion']> {
  if (price === null) return undefined
  if (current?.price) return { amount: current.amount, price: current.price }
  try {
    return await convertOrderPrice(tx, context, merchant, price)
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

async function offeredNetworks(
  tx: Tx,
  context: Context,
  { environment, networks }: PaymentLink,
): Promise<OfferedNetwork[]> {
  const offered: OfferedNetwork[] = []
  for (const network of networks ?? NETWORKS) {
    const chain = context.chain({ environment, network })
    if (!chain || !(await takesOrders(tx, context, { environment, network }))) continue
    offered.push({ network, usualMs: usualMs(network, environment, chain.depth) })
  }
  return offered
}

const usualMs = (network: Network, environment: PaymentLink['environment'], depth: number) =>
  environment === 'live' ? descriptionOf(network).blockMs * depth : undefined

async function paidOrders(tx: Tx, { id }: PaymentLink): Promise<OnChainOrder[]> {
  const standing = await tx.paymentLinks.listStanding(id)
  return standing.filter((order): order is OnChainOrder => order.kind === 'on-chain' && paysLink(order))
}
