import { findableMembers } from '@merchantpay/core/metadata-members'
import type { Order } from '../../../domain/orders/order.js'
import { wordsIn, wordsOf } from '../../../domain/orders/order-words.js'
import type { Environment } from '../../../domain/shared/types.js'
import type { OrderTable, OrderVersion } from '../../../domain/store/order-tables.js'
import type { Changes } from '../../changes.js'
import { isWithoutFilter, totalOf } from '../../list-ranges.js'
import {
  inBatches,
  placeholders,
  rowPlaceholders,
  type Sql,
  type SqlValue,
  type Statement,
} from '../../sql.js'
import { endedLeasesOf, type ListCounts, leasesOf, ordersOf } from '../shared/list-counts.js'
import { orderExtras } from './order-extras.js'
import { countQuery, listQuery } from './order-lists.js'
import { type OnChainRow, type OrderRow, SELECT_ORDERS, toColumns, toOrder } from './order-rows.js'
import { ALL_NETWORKS, searchOrders, searchParts, sumFound } from './order-search.js'
import { addPaid, sumPaid, sumUnconfirmed, sumUnderpaid } from './order-sums.js'
import { listPaidLate, listToDo } from './order-tasks.js'
import { insertsOfWords } from './order-words.js'

type StandingRow = Pick<OnChainRow, 'id' | 'version' | 'status' | 'environment' | 'network'> & {
  blacklisted_at: bigint | null
}

const NO_METADATA = '{}'

export function orderTable(sql: Sql, changes: Changes, counts: ListCounts): OrderTable {
  const listWhere = async (where: string, values: readonly SqlValue[], limit: number) => {
    const text = `${SELECT_ORDERS} WHERE ${where} ORDER BY orders.created_at DESC, orders.id DESC LIMIT ?`
    return (await sql.all<OrderRow>(text, ...values, limit)).map(toOrder)
  }
  return {
    ...orderExtras(sql),
    async insert(order) {
      const columns = toColumns(order)
      insertText ??= insertTextOf(Object.keys(columns))
      const lists = order.kind === 'on-chain' ? [ordersOf(order), leasesOf(order)] : [ordersOf(order)]
      await sql.insertAll([
        [insertText, ...Object.values(columns)],
        ...insertsOfMembers(order),
        ...insertsOfWords(order, wordsOf(order)),
        counts.addition(lists, 1),
      ])
      changes.orderStatuses.push(statusOf(order))
    },
    async update(order, before) {
      const acceptance = order.kind === 'on-chain' ? order.acceptance : null
      const updated = await sql.run(
        `UPDATE orders SET status = ?, amount = ?, received = ?, confirmed = ?, credited = ?, remark = ?,
           frozen_reason = ?, rejected_at = ?, expire_at = ?, window_ended_at = ?, paid_at = ?,
           accepted_amount = ?, accepted_at = ?, accepted_by = ?, updated_at = ?, version = ? WHERE id = ? AND version = ?`,
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
        acceptance?.amount ?? null,
        acceptance?.at ?? null,
        acceptance?.by ?? null,
        order.updatedAt,
        order.version,
        order.id,
        order.version - 1,
      )
      if (updated !== 1) return false
      changes.orders.push(order)
      if (order.status === before) return true
      changes.orderStatuses.push(statusOf(order))
      // The remark of the payer comes with the payment.
      if (order.status === 'PENDING_CONFIRM')
        await sql.insertAll(insertsOfWords(order, wordsIn(order.remark ?? '')))
      if (order.metadata !== NO_METADATA)
        await sql.run('UPDATE order_metadata SET status = ? WHERE order_id = ?', order.status, order.id)
      return true
    },
    async find(id) {
      const row = await sql.get<OrderRow>(`${SELECT_ORDERS} WHERE orders.id = ?`, id)
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
      const row = await sql.get<OrderRow>(`${SELECT_ORDERS} WHERE orders.order_number = ?`, orderNumber)
      return row && toOrder(row)
    },
    async findByToken(token) {
      const row = await sql.get<OrderRow>(`${SELECT_ORDERS} WHERE orders.checkout_token = ?`, token)
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
    async list(scope, filter, page) {
      return (await sql.all<OrderRow>(...listQuery(scope, filter, page))).map(toOrder)
    },
    async count(scope, filter) {
      if (isWithoutFilter(filter)) return counts.listTotal(ordersOf(scope))
      return totalOf(sql, countQuery(scope, filter))
    },
    sumUnconfirmed: (scope) => sumUnconfirmed(sql, scope),
    addPaid: (scope, span) => addPaid(sql, scope, span),
    sumPaid: (scope, begins, to) => sumPaid(sql, scope, begins, to),
    listToDo: (scope, limit) => listToDo(sql, scope, limit),
    listPaidLate: (scope, limit) => listPaidLate(sql, scope, limit),
    sumUnderpaid: (scope, since) => sumUnderpaid(sql, scope, since),
    countUnfinished: (scope) => counts.difference(leasesOf(scope), endedLeasesOf(scope)),
    lockUnfinished: (scope) => counts.lock(leasesOf(scope)),
    addFinished: (scope, count) => counts.add(endedLeasesOf(scope), count),
    search: (filter, window) => searchOrders(sql, filter, window),
    searchParts: (filter, query) => searchParts(sql, filter, query),
    sumFound: (filter, most) => sumFound(sql, filter, most),
    async listByTransfer(txHashes, limit) {
      return listWhere(
        `orders.id IN (SELECT order_id FROM transfers WHERE environment IN ('live', 'test')
           AND network IN (${ALL_NETWORKS}) AND tx_hash IN (${placeholders(txHashes.length)}))`,
        txHashes,
        limit,
      )
    },
    async listByAddress(known, limit) {
      return listWhere(
        `orders.id IN (SELECT order_id FROM addresses
           JOIN address_leases ON address_leases.address_id = addresses.id
           WHERE environment IN ('live', 'test') AND network IN (${ALL_NETWORKS})
             AND address IN (${placeholders(known.length)}))`,
        known,
        limit,
      )
    },
    async countOpen() {
      const rows = await sql.all<{ environment: Environment; total: bigint }>(
        `SELECT environment, COUNT(*) AS total FROM orders WHERE status = 'OPEN' GROUP BY environment`,
      )
      const counts = new Map<Environment, number>([
        ['live', 0],
        ['test', 0],
      ])
      for (const { environment, total } of rows) counts.set(environment, Number(total))
      return counts
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
        `${SELECT_ORDERS} WHERE orders.status = 'OPEN' AND orders.environment = ? AND orders.network ${onNetwork}
         AND orders.expire_at <= ? ORDER BY orders.expire_at, orders.id LIMIT ?`,
        ...(network === null ? [environment] : [environment, network]),
        at,
        limit,
      )
      return rows.map(toOrder)
    },
  }
}

/** Statements that store the members of the metadata by which lists find the order. */
function insertsOfMembers(order: Order): Statement[] {
  if (order.metadata === NO_METADATA) return []
  const { id, merchantId, environment, status, createdAt } = order
  const network = order.kind === 'on-chain' ? order.network : null
  return [...inBatches(findableMembers(JSON.parse(order.metadata)))].map((batch) => [
    `INSERT INTO order_metadata (order_id, merchant_id, environment, name, value, status, network, created_at)
     VALUES ${rowPlaceholders(batch.length, '(?, ?, ?, ?, ?, ?, ?, ?)')}`,
    ...batch.flatMap(({ name, value }) => [
      id,
      merchantId,
      environment,
      name,
      value,
      status,
      network,
      createdAt,
    ]),
  ])
}

const statusOf = ({ id, version, environment, status }: Order) => ({ id, version, environment, status })

/** Built once: every order fills the same columns in the same order, with NULL in those of the other kind. */
let insertText: string | undefined

const insertTextOf = (names: readonly string[]): string =>
  `INSERT INTO orders (${names.join(', ')}) VALUES (${placeholders(names.length)})`

const toStanding = ({ id, version, status, environment, network, blacklisted_at }: StandingRow) => ({
  id,
  version: Number(version),
  status,
  environment,
  network,
  isAddressBlacklisted: blacklisted_at !== null,
})
