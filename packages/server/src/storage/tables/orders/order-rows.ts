import type {
  Acceptance,
  AppOrder,
  FrozenReason,
  OnChainOrder,
  Order,
  OrderStatus,
} from '../../../domain/orders/order.js'
import { type ConvertedPrice, exchangeRate } from '../../../domain/rates/price.js'
import { type Rate, type Usdt, usdt } from '../../../domain/shared/money.js'
import type { Environment, Network } from '../../../domain/shared/types.js'
import { instantOrNull, type SqlValue } from '../../sql.js'

interface BaseRow {
  id: string
  merchant_id: string
  environment: Environment
  order_number: string
  status: OrderStatus
  received: bigint
  confirmed: bigint
  credited: bigint
  fee_rate: bigint
  description: string | null
  metadata: string
  return_url: string | null
  webhook_url: string | null
  remark: string | null
  frozen_reason: FrozenReason | null
  rejected_at: bigint | null
  expire_at: bigint
  window_ended_at: bigint | null
  paid_at: bigint | null
  created_at: bigint
  updated_at: bigint
  version: bigint
}
/** The CHECK constraints of the table ensure that the columns of each kind are filled. */
export interface OnChainRow extends BaseRow {
  kind: 'on-chain'
  amount: bigint
  network: Network
  address_id: string
  address: string
  checkout_token: string
  tolerance: bigint
  min_due: bigint
  depth: bigint
  price_amount: bigint | null
  price_currency: string
  price_rate: bigint
  price_rate_at: bigint
  price_rate_source: string
  payment_link_id: string | null
  accepted_amount: bigint | null
  accepted_at: bigint
  accepted_by: string
}
interface AppRow extends BaseRow {
  kind: 'app'
  amount: bigint | null
  amount_mode: AppOrder['amountMode']
  scale: bigint
  amount_min: bigint
  amount_max: bigint
}
export type OrderRow = OnChainRow | AppRow
/** The columns of the table `orders`; `address` comes from `addresses`. */
type OrderColumn = Exclude<keyof OnChainRow | keyof AppRow, 'address'>

export const ORDER_COLUMNS = 'orders.*, addresses.address'
export const SELECT_ORDERS = `SELECT ${ORDER_COLUMNS} FROM orders LEFT JOIN addresses ON addresses.id = orders.address_id`

export function toOrder(row: OrderRow): Order {
  const base = {
    id: row.id,
    merchantId: row.merchant_id,
    environment: row.environment,
    orderNumber: row.order_number,
    status: row.status,
    received: usdt(row.received),
    confirmed: usdt(row.confirmed),
    credited: usdt(row.credited),
    feeRate: row.fee_rate as Rate, // stored from a Rate
    description: row.description,
    metadata: row.metadata,
    returnUrl: row.return_url,
    webhookUrl: row.webhook_url,
    remark: row.remark,
    frozenReason: row.frozen_reason,
    rejectedAt: instantOrNull(row.rejected_at),
    windowEndedAt: instantOrNull(row.window_ended_at),
    expireAt: Number(row.expire_at),
    paidAt: instantOrNull(row.paid_at),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    version: Number(row.version),
  }
  return row.kind === 'on-chain' ? toOnChainOrder(base, row) : toAppOrder(base, row)
}

type Base = Omit<
  OnChainOrder,
  | 'kind'
  | 'amount'
  | 'price'
  | 'network'
  | 'address'
  | 'checkoutToken'
  | 'tolerance'
  | 'minDue'
  | 'depth'
  | 'paymentLinkId'
  | 'acceptance'
>

const toOnChainOrder = (base: Base, row: OnChainRow): OnChainOrder => ({
  kind: 'on-chain',
  ...base,
  amount: usdt(row.amount),
  price: toPrice(row),
  network: row.network,
  address: { id: row.address_id, address: row.address },
  checkoutToken: row.checkout_token,
  tolerance: row.tolerance as Rate, // stored from a Rate
  minDue: usdt(row.min_due),
  depth: Number(row.depth),
  paymentLinkId: row.payment_link_id,
  acceptance: toAcceptance(row),
})

/** The columns of an acceptance are filled together. */
const toAcceptance = ({
  accepted_amount: amount,
  accepted_at,
  accepted_by,
}: OnChainRow): Acceptance | null =>
  amount === null ? null : { amount: usdt(amount), at: Number(accepted_at), by: accepted_by }

/** The columns of a price are filled together. */
const toPrice = (row: OnChainRow): ConvertedPrice | null =>
  row.price_amount === null
    ? null
    : {
        amount: row.price_amount,
        currency: row.price_currency,
        rate: exchangeRate(row.price_rate),
        rateAt: Number(row.price_rate_at),
        rateSource: row.price_rate_source,
      }

const toAppOrder = (base: Base, row: AppRow): AppOrder => ({
  kind: 'app',
  ...base,
  amountMode: row.amount_mode,
  amount: row.amount as Usdt | null, // stored from a Usdt
  scale: Number(row.scale),
  amountMin: usdt(row.amount_min),
  amountMax: usdt(row.amount_max),
})

/** The values of a row, in NULL for the columns of the other kind. */
export function toColumns(order: Order): Record<OrderColumn, SqlValue> {
  const onChain = order.kind === 'on-chain' ? order : undefined
  const app = order.kind === 'app' ? order : undefined
  return {
    id: order.id,
    merchant_id: order.merchantId,
    environment: order.environment,
    kind: order.kind,
    order_number: order.orderNumber,
    status: order.status,
    amount: order.amount,
    received: order.received,
    confirmed: order.confirmed,
    credited: order.credited,
    fee_rate: order.feeRate,
    network: onChain?.network ?? null,
    address_id: onChain?.address.id ?? null,
    checkout_token: onChain?.checkoutToken ?? null,
    tolerance: onChain?.tolerance ?? null,
    min_due: onChain?.minDue ?? null,
    depth: onChain?.depth ?? null,
    price_amount: onChain?.price?.amount ?? null,
    price_currency: onChain?.price?.currency ?? null,
    price_rate: onChain?.price?.rate ?? null,
    price_rate_at: onChain?.price?.rateAt ?? null,
    price_rate_source: onChain?.price?.rateSource ?? null,
    payment_link_id: onChain?.paymentLinkId ?? null,
    accepted_amount: onChain?.acceptance?.amount ?? null,
    accepted_at: onChain?.acceptance?.at ?? null,
    accepted_by: onChain?.acceptance?.by ?? null,
    amount_mode: app?.amountMode ?? null,
    scale: app?.scale ?? null,
    amount_min: app?.amountMin ?? null,
    amount_max: app?.amountMax ?? null,
    description: order.description,
    metadata: order.metadata,
    return_url: order.returnUrl,
    webhook_url: order.webhookUrl,
    remark: order.remark,
    frozen_reason: order.frozenReason,
    rejected_at: order.rejectedAt,
    expire_at: order.expireAt,
    window_ended_at: order.windowEndedAt,
    paid_at: order.paidAt,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    version: order.version,
  }
}
