import type { Scope } from '../../../domain/shared/types.js'
import type { LinkListFilter, PaymentLinkTable } from '../../../domain/store/link-tables.js'
import { type Condition, countOfRanges, totalOf } from '../../list-ranges.js'
import { pageQuery } from '../../page-clause.js'
import { placeholders, type Sql } from '../../sql.js'
import { beginsWith } from '../beginning.js'
import { type OrderRow, SELECT_ORDERS, toOrder } from '../orders/order-rows.js'
import { hasStatus, JOINED_LINKS, type LinkRow, SELECT_LINKS, toColumns, toLink } from './link-rows.js'
import { searchLinks, sumFound } from './link-search.js'

/** More than a link has unfinished and paid orders; ONCE links alone are read this way. */
const STANDING = 100

export function paymentLinkTable(sql: Sql): PaymentLinkTable {
  const findWhere = async (where: string, value: string) => {
    const row = await sql.get<LinkRow>(`${SELECT_LINKS} WHERE ${where} = ?`, value)
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
      return (await sql.all<LinkRow>(text, ...values, limit)).map(toLink)
    },
    async lock(id) {
      await sql.run('UPDATE payment_links SET updated_at = updated_at WHERE id = ?', id)
      return find(id)
    },
    async list(scope, filter, page) {
      const { where, values } = selected(scope, filter)
      const query = pageQuery(
        { select: SELECT_LINKS, table: 'payment_links', from: JOINED_LINKS, where },
        values,
        page,
      )
      return (await sql.all<LinkRow>(...query)).map(toLink)
    },
    async count(scope, filter) {
      const { where, values } = selected(scope, filter)
      return totalOf(sql, countOfRanges([{ from: [JOINED_LINKS], id: 'id', where: [[where, ...values]] }]))
    },
    search: (search, window) => searchLinks(sql, search, window),
    sumFound: (search, most) => sumFound(sql, search, most),
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

function selected({ merchantId, environment }: Scope, { status, from, to, now }: LinkListFilter) {
  const conditions: Condition[] = [
    ['merchant_id = ? AND environment = ?', merchantId, environment],
    ...(status ? [hasStatus(status, now)] : []),
    ...(from === undefined ? [] : [['created_at >= ?', from] as const]),
    ...(to === undefined ? [] : [['created_at < ?', to] as const]),
  ]
  return {
    where: conditions.map(([text]) => text).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  }
}
