import type { LinkStatus, LinkUses, PaymentLink } from '../../../domain/links/payment-link.js'
import { type Rate, type Usdt, usdt } from '../../../domain/shared/money.js'
import type { Environment, Network, Scope } from '../../../domain/shared/types.js'
import type { LinkListFilter, PaymentLinkTable } from '../../../domain/store/link-tables.js'
import { countOfRanges, totalOf } from '../../list-ranges.js'
import { pageQuery } from '../../page-clause.js'
import { instantOrNull, placeholders, type Sql, type SqlValue } from '../../sql.js'
import { beginsWith } from '../beginning.js'
import { type OrderRow, SELECT_ORDERS, toOrder } from '../orders/order-rows.js'

interface Row {
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

type Condition = readonly [text: string, ...values: SqlValue[]]

const JOINED = 'payment_links JOIN payment_link_totals ON payment_link_id = payment_links.id'
const SELECT_LINKS = `SELECT payment_links.*, paid_orders, paid, credited FROM ${JOINED}`
/** More than a link has unfinished and paid orders; ONCE links alone are read this way. */
const STANDING = 100

export function paymentLinkTable(sql: Sql): PaymentLinkTable {
  const findWhere = async (where: string, value: string) => {
    const row = await sql.get<Row>(`${SELECT_LINKS} WHERE ${where} = ?`, value)
    return row && toLink(row)
  }
  const find = (id: string) => findWhere('payment_links.id', id)
  return {
    async insert(link) {
      const columns = toColumns(link)
      const names = Object.keys(columns)
      await sql.run(
        `INSERT INTO payment_links (${names.join(', ')}) VALUES (${placeholders(names.length)})`,
        ...Object.values(columns),
      )
      await sql.run('INSERT INTO payment_link_totals (payment_link_id) VALUES (?)', link.id)
    },
    find,
    findByToken: (token) => findWhere('token', token),
    async listByBeginning(beginning, limit) {
      const [begins, ...values] = beginsWith('payment_links.id', beginning)
      const text = `${SELECT_LINKS} WHERE ${begins} ORDER BY payment_links.id LIMIT ?`
      return (await sql.all<Row>(text, ...values, limit)).map(toLink)
    },
    async lock(id) {
      await sql.run('UPDATE payment_links SET updated_at = updated_at WHERE id = ?', id)
      return find(id)
    },
    async list(scope, filter, page) {
      const { where, values } = selected(scope, filter)
      const query = pageQuery(
        { select: SELECT_LINKS, table: 'payment_links', from: JOINED, where },
        values,
        page,
      )
      return (await sql.all<Row>(...query)).map(toLink)
    },
    async count(scope, filter) {
      const { where, values } = selected(scope, filter)
      return totalOf(sql, countOfRanges([{ from: [JOINED], id: 'id', where: [[where, ...values]] }]))
    },
    async close(id, at) {
      await sql.run('UPDATE payment_links SET closed_at = ?, updated_at = ? WHERE id = ?', at, at, id)
    },
    async addTotals(id, { paidOrders, paid, credited }) {
      await sql.run(
        `UPDATE payment_link_totals SET paid_orders = paid_orders + ?, paid = paid + ?, credited = credited + ?
         WHERE payment_link_id = ?`,
        paidOrders,
        paid,
        credited,
        id,
      )
    },
    async insertLease({ id, paymentLinkId, merchantId, environment }, { visitor, address }) {
      await sql.run(
        `INSERT INTO payment_link_leases (order_id, payment_link_id, merchant_id, environment, visitor, address)
         VALUES (?, ?, ?, ?, ?, ?)`,
        id,
        paymentLinkId,
        merchantId,
        environment,
        visitor,
        address,
      )
      await sql.run('UPDATE payment_links SET orders_count = orders_count + 1 WHERE id = ?', paymentLinkId)
    },
    async deleteLease(orderId) {
      await sql.run('DELETE FROM payment_link_leases WHERE order_id = ?', orderId)
    },
    async countNewAddress(id, dayMs, at) {
      const row = await sql.get<{ new_addresses: bigint; new_addresses_until: bigint }>(
        `UPDATE payment_links SET
           new_addresses = CASE WHEN new_addresses_until <= ? THEN 1 ELSE new_addresses + 1 END,
           new_addresses_until = CASE WHEN new_addresses_until <= ? THEN ? ELSE new_addresses_until END
         WHERE id = ? RETURNING new_addresses, new_addresses_until`,
        at,
        at,
        at + dayMs,
        id,
      )
      if (!row) throw new Error('an address was not counted')
      return { calls: Number(row.new_addresses), endsAt: Number(row.new_addresses_until) }
    },
    async countUnfinished({ id, merchantId, environment }, address) {
      const row = await sql.get<{ of_merchant: bigint; of_link: bigint; of_address: bigint }>(
        `SELECT COUNT(*) AS of_merchant, COUNT(CASE WHEN payment_link_id = ? THEN 1 END) AS of_link,
           COUNT(CASE WHEN payment_link_id = ? AND address = ? THEN 1 END) AS of_address
         FROM payment_link_leases WHERE merchant_id = ? AND environment = ?`,
        id,
        id,
        address,
        merchantId,
        environment,
      )
      return {
        ofMerchant: Number(row?.of_merchant),
        ofLink: Number(row?.of_link),
        ofAddress: Number(row?.of_address),
      }
    },
    async listOrders(id, page, since) {
      const where = `payment_link_id = ?${since === undefined ? '' : ' AND created_at >= ?'}`
      const values = since === undefined ? [id] : [id, since]
      const query = pageQuery({ select: SELECT_ORDERS, table: 'orders', where }, values, page)
      return (await sql.all<OrderRow>(...query)).map(toOrder)
    },
    async countOrdersSince(id, since) {
      const row = await sql.get<{ total: bigint }>(
        'SELECT COUNT(*) AS total FROM orders WHERE payment_link_id = ? AND created_at >= ?',
        id,
        since,
      )
      return Number(row?.total ?? 0)
    },
    async listStanding(id) {
      const rows = await sql.all<OrderRow>(
        `${SELECT_ORDERS} WHERE payment_link_id = ? AND (orders.status <> 'EXPIRED' OR received > 0)
         ORDER BY orders.created_at DESC, orders.id DESC LIMIT ${STANDING}`,
        id,
      )
      return rows.map(toOrder)
    },
    async listOpenedBy(id, visitor) {
      const rows = await sql.all<OrderRow>(
        `${SELECT_ORDERS} WHERE orders.id IN (
           SELECT order_id FROM payment_link_leases WHERE payment_link_id = ? AND visitor = ?)
         ORDER BY orders.created_at DESC, orders.id DESC`,
        id,
        visitor,
      )
      return rows.map(toOrder)
    },
  }
}

const IS_PAID = "(uses = 'ONCE' AND paid_orders > 0)"

/** The conditions of a status, as `linkStatus` of the domain decides it. */
const HAS_STATUS: Readonly<Record<LinkStatus, (now: number) => Condition>> = {
  PAID: () => [IS_PAID],
  CLOSED: () => [`NOT ${IS_PAID} AND closed_at IS NOT NULL`],
  EXPIRED: (now) => [`NOT ${IS_PAID} AND closed_at IS NULL AND expires_at <= ?`, now],
  OPEN: (now) => [`NOT ${IS_PAID} AND closed_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`, now],
}

function selected({ merchantId, environment }: Scope, { status, from, to, now }: LinkListFilter) {
  const conditions: Condition[] = [
    ['merchant_id = ? AND environment = ?', merchantId, environment],
    ...(status ? [HAS_STATUS[status](now)] : []),
    ...(from === undefined ? [] : [['created_at >= ?', from] as const]),
    ...(to === undefined ? [] : [['created_at < ?', to] as const]),
  ]
  return {
    where: conditions.map(([text]) => text).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  }
}

const toLink = (row: Row): PaymentLink => ({
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
function toColumns(link: PaymentLink): Record<string, SqlValue> {
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
