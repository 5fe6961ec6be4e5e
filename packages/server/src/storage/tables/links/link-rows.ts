import type { LinkStatus, LinkUses, PaymentLink } from '../../../domain/links/payment-link.js'
import { type Rate, type Usdt, usdt } from '../../../domain/shared/money.js'
import type { Environment, Network } from '../../../domain/shared/types.js'
import type { Condition } from '../../list-ranges.js'
import { instantOrNull, type SqlValue } from '../../sql.js'

export interface LinkRow {
  id: string
  token: string
  merchant_id: string
  environment: Environment
  uses: LinkUses
  amount_mode: PaymentLink['amountMode']
  amount: bigint | null
  price_amount: bigint | null
  price_currency: string
  amount_min: bigint | null
  amount_max: bigint | null
  networks: string | null
  description: string | null
  metadata: string
  return_url: string | null
  webhook_url: string | null
  tolerance: bigint
  expires_at: bigint | null
  closed_at: bigint | null
  orders_count: bigint
  created_at: bigint
  updated_at: bigint
  paid_orders: bigint
  paid: bigint
  credited: bigint
}

export const JOINED_LINKS = 'payment_links JOIN payment_link_totals ON payment_link_id = payment_links.id'
export const SELECT_LINKS = `SELECT payment_links.*, paid_orders, paid, credited FROM ${JOINED_LINKS}`

const IS_PAID = "(uses = 'ONCE' AND paid_orders > 0)"

/** As `linkStatus` of the domain decides it. */
const HAS_STATUS: Readonly<Record<LinkStatus, (now: number) => Condition>> = {
  PAID: () => [IS_PAID],
  CLOSED: () => [`NOT ${IS_PAID} AND closed_at IS NOT NULL`],
  EXPIRED: (now) => [`NOT ${IS_PAID} AND closed_at IS NULL AND expires_at <= ?`, now],
  OPEN: (now) => [`NOT ${IS_PAID} AND closed_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`, now],
}

/** The condition of a status. */
export const hasStatus = (status: LinkStatus, now: number): Condition => HAS_STATUS[status](now)

export const toLink = (row: LinkRow): PaymentLink => ({
  id: row.id,
  token: row.token,
  merchantId: row.merchant_id,
  environment: row.environment,
  uses: row.uses,
  amountMode: row.amount_mode,
  amount: row.amount as Usdt | null, // the amounts are stored from a Usdt
  price: row.price_amount === null ? null : { amount: row.price_amount, currency: row.price_currency },
  amountMin: row.amount_min as Usdt | null,
  amountMax: row.amount_max as Usdt | null,
  networks: row.networks === null ? null : (row.networks.split(',') as Network[]), // stored from such a list
  description: row.description,
  metadata: row.metadata,
  returnUrl: row.return_url,
  webhookUrl: row.webhook_url,
  tolerance: row.tolerance as Rate, // stored from a Rate
  expiresAt: instantOrNull(row.expires_at),
  closedAt: instantOrNull(row.closed_at),
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
  ordersCount: Number(row.orders_count),
  paidOrdersCount: Number(row.paid_orders),
  paid: usdt(row.paid),
  credited: usdt(row.credited),
})

/** The columns of a link without orders. */
export function toColumns(link: PaymentLink): Record<string, SqlValue> {
  return {
    id: link.id,
    token: link.token,
    merchant_id: link.merchantId,
    environment: link.environment,
    uses: link.uses,
    amount_mode: link.amountMode,
    amount: link.amount,
    price_amount: link.price?.amount ?? null,
    price_currency: link.price?.currency ?? null,
    amount_min: link.amountMin,
    amount_max: link.amountMax,
    networks: link.networks === null ? null : link.networks.join(','),
    description: link.description,
    metadata: link.metadata,
    return_url: link.returnUrl,
    webhook_url: link.webhookUrl,
    tolerance: link.tolerance,
    expires_at: link.expiresAt,
    closed_at: link.closedAt,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
  }
}
