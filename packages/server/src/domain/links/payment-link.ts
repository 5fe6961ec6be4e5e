import type { Price } from '../rates/price.js'
import type { Rate, Usdt } from '../shared/money.js'
import type { Instant, Network, Scope } from '../shared/types.js'

/** A page of a merchant that gives each payer an order. */
export interface PaymentLink extends Scope {
  /** Begins with `pl_`. */
  readonly id: string
  /** Unguessable part of the page's URL. */
  readonly token: string
  readonly uses: LinkUses
  readonly amountMode: 'FIXED' | 'CUSTOM'
  /** Null for CUSTOM, and for a link with a price. */
  readonly amount: Usdt | null
  /** Each order of a FIXED link converts it when it is opened. Null for a link with an amount. */
  readonly price: Price | null
  /** Inclusive limits of CUSTOM; null without one. */
  readonly amountMin: Usdt | null
  readonly amountMax: Usdt | null
  /** Null for all networks that are on when the page is opened. */
  readonly networks: readonly Network[] | null
  readonly description: string | null
  /** JSON text of an object. */
  readonly metadata: string
  readonly returnUrl: string | null
  readonly webhookUrl: string | null
  readonly tolerance: Rate
  readonly expiresAt: Instant | null
  readonly closedAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** The orders that payers opened. */
  readonly ordersCount: number
  /** Those that are PAID or EXPIRED_PAID. */
  readonly paidOrdersCount: number
  /** The confirmed payments of its orders, and the merchant's part of them. */
  readonly paid: Usdt
  readonly credited: Usdt
}

export type LinkUses = 'ONCE' | 'MANY'

export const LINK_STATUSES = ['OPEN', 'PAID', 'EXPIRED', 'CLOSED'] as const
export type LinkStatus = (typeof LINK_STATUSES)[number]

/** Returns the address of the page. */
export const linkUrl = (publicUrl: string, { token }: Pick<PaymentLink, 'token'>): string =>
  `${publicUrl}/link/${token}`

/** Returns the status of a link. A payment that comes late counts, so PAID comes first. */
export function linkStatus(
  link: Pick<PaymentLink, 'uses' | 'paidOrdersCount' | 'closedAt' | 'expiresAt'>,
  now: Instant,
): LinkStatus {
  if (link.uses === 'ONCE' && link.paidOrdersCount > 0) return 'PAID'
  if (link.closedAt !== null) return 'CLOSED'
  return link.expiresAt !== null && link.expiresAt <= now ? 'EXPIRED' : 'OPEN'
}
