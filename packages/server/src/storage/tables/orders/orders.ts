import type {
  AppOrder,
  FrozenReason,
  OnChainOrder,
  Order,
  OrderStatus,
} from '../../../domain/orders/order.js'
import { type Rate, type Usdt, usdt } from '../../../domain/shared/money.js'
import type { Environment, Network } from '../../../domain/shared/types.js'
import type { OrderTable, OrderVersion } from '../../../domain/store/order-tables.js'
import type { Changes } from '../../changes.js'
import { pageQuery } from '../../page-clause.js'
import { inBatches, instantOrNull, placeholders, type Sql, type SqlValue, whereEqual } from '../../sql.js'
import { endedLeasesOf, type ListCounts, leasesOf, ordersOf } from '../shared/list-counts.js'

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
interface OnChainRow extends BaseRow {
  kind: 'on-chain'
  amount: bigint
  network: Network
  address_id: string
  address: string
  checkout_token: string
  tolerance: bigint
  min_due: bigint
  depth: bigint
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

type StandingRow = Pick<OnChainRow, 'id' | 'version' | 'status' | 'environment' | 'network'> & {
  blacklisted_at: bigint | null
}

const SELECT =
  'SELECT orders.*, addresses.address FROM orders LEFT JOIN addresses ON addresses.id = orders.address_id'

const LIST = { select: SELECT, table: 'orders', where: 'merchant_id = ? AND environment = ?' }

export function orderTable(sql: Sql, changes: Changes, counts: ListCounts): OrderTable {
  return {
    async insert(order) {
      const columns = toColumns(order)
      insertText ??= insertTextOf(Object.keys(columns))
      await sql.run(insertText, ...Object.values(columns))
      await counts.addToEach(
        order.kind === 'on-chain' ? [ordersOf(order), leasesOf(order)] : [ordersOf(order)],
        1,
      )
    },
    async update(order) {
      const updated = await sql.run(
        `UPDATE orders SET status = ?, amount = ?, received = ?, confirmed = ?, credited = ?, remark = ?,
           frozen_reason = ?, rejected_at = ?, expire_at = ?, window_ended_at = ?, paid_at = ?, updated_at = ?,
           version = ? WHERE id = ? AND version = ?`,
        order.status,
        order.amount,
        order.received,
        order.confirmed,
        order.credited,
        order.remark,
        order.frozenReason,
        order.rejectedAt,
        order.expireAt,
        order.windowEndedAt,
        order.paidAt,
        order.updatedAt,
        order.version,
        order.id,
        order.version - 1,
      )
      if (updated === 1) changes.orders.push(order)
      return updated === 1
    },
    async find(id) {
      const row = await sql.get<OrderRow>(`${SELECT} WHERE orders.id = ?`, id)
      return row && toOrder(row)
    },
    async lock(id) {
      const row = await sql.get<OrderRow>(
        `UPDATE orders SET version = version WHERE id = ?
         RETURNING *, (SELECT address FROM addresses WHERE addresses.id = orders.address_id) AS address`,
        id,
      )
      return row && toOrder(row)
    },
    async findByNumber(orderNumber) {
      const row = await sql.get<OrderRow>(`${SELECT} WHERE orders.order_number = ?`, orderNumber)
      return row && toOrder(row)
    },
    async findByToken(token) {
      const row = await sql.get<OrderRow>(`${SELECT} WHERE orders.checkout_token = ?`, token)
      return row && toOrder(row)
    },
    async listVersions(ids) {
      const found: OrderVersion[] = []
      for (const batch of inBatches(ids)) {
        const rows = await sql.all<StandingRow>(
          `SELECT orders.id, version, status, orders.environment, orders.network, blacklisted_at
           FROM orders JOIN addresses ON addresses.id = orders.address_id
           WHERE orders.id IN (${placeholders(batch.length)})`,
          ...batch,
        )
        found.push(...rows.map(toStanding))
      }
      return found
    },
    async list({ merchantId, environment }, page) {
      return (await sql.all<OrderRow>(...pageQuery(LIST, [merchantId, environment], page))).map(toOrder)
    },
    count: (scope) => counts.total(ordersOf(scope)),
    countUnfinished: (scope) => counts.difference(leasesOf(scope), endedLeasesOf(scope)),
    addFinished: (scope, count) => counts.add(endedLeasesOf(scope), count),
    async search({ environment, merchantId, status, limit }) {
      const where = whereEqual({
        'orders.environment': environment,
        'orders.merchant_id': merchantId,
        'orders.status': status,
      })
      const text = `${SELECT} ${where.text} ORDER BY orders.id DESC LIMIT ?`
      return (await sql.all<OrderRow>(text, ...where.values, limit)).map(toOrder)
    },
    async hasOpen({ environment, network }) {
      const row = await sql.get<{ id: string }>(
        `SELECT id FROM orders WHERE status = 'OPEN' AND environment = ? AND network = ? LIMIT 1`,
        environment,
        network,
      )
      return row !== undefined
    },
    async listDue({ environment, network, at, limit }) {
      const onNetwork =
        network === null
          ? 'IS NULL'
          : `= ? AND NOT EXISTS (SELECT 1 FROM address_excesses
               WHERE address_excesses.order_id = orders.id AND amount > accepted)`
      const rows = await sql.all<OrderRow>(
        `${SELECT} WHERE orders.status = 'OPEN' AND orders.environment = ? AND orders.network ${onNetwork}
         AND orders.expire_at <= ? ORDER BY orders.expire_at, orders.id LIMIT ?`,
        ...(network === null ? [environment] : [environment, network]),
        at,
        limit,
      )
      return rows.map(toOrder)
    },
  }
}

/** Built once: every order fills the same columns in the same order, with NULL in those of the other kind. */
let insertText: string | undefined

const insertTextOf = (names: readonly string[]): string =>
  `INSERT INTO orders (${names.join(', ')}) VALUES (${placeholders(names.length)})`

function toColumns(order: Order): Record<string, SqlValue> {
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

const toStanding = ({ id, version, status, environment, network, blacklisted_at }: StandingRow) => ({
  id,
  version: Number(version),
  status,
  environment,
  network,
  isAddressBlacklisted: blacklisted_at !== null,
})

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
  'kind' | 'amount' | 'network' | 'address' | 'checkoutToken' | 'tolerance' | 'minDue' | 'depth'
>

const toOnChainOrder = (base: Base, row: OnChainRow): OnChainOrder => ({
  kind: 'on-chain',
  ...base,
  amount: usdt(row.amount),
  network: row.network,
  address: { id: row.address_id, address: row.address },
  checkoutToken: row.checkout_token,
  tolerance: row.tolerance as Rate, // stored from a Rate
  minDue: usdt(row.min_due),
  depth: Number(row.depth),
})

const toAppOrder = (base: Base, row: AppRow): AppOrder => ({
  kind: 'app',
  ...base,
  amountMode: row.amount_mode,
  amount: row.amount as Usdt | null, // stored from a Usdt
  scale: Number(row.scale),
  amountMin: usdt(row.amount_min),
  amountMax: usdt(row.amount_max),
})
