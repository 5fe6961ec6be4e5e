import { amountText, type Order, priceFields } from '../../domain/orders/order.js'
import { findPage } from '../../domain/orders/order-search.js'
import { subtract, type Usdt, usdt } from '../../domain/shared/money.js'
import type { Position } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { spellingsOf } from '../../networks/spellings.js'
import { BATCH_ROWS, type Columns } from '../../pages/csv.js'
import { cellsOf, type Spelling, spreadsheet } from '../frame/spreadsheet.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { readOrderFilter } from './order-filter.js'

interface Row {
  readonly order: Order
  readonly refunded: Usdt
  /** The transactions of the payment. */
  readonly hashes: readonly string[]
}

/** The orders that the list shows, all of its pages. */
export const ordersCsv: ReadPage = async (_tx, visit) => {
  const { filter, text } = readOrderFilter(visit)
  const spellings = text === undefined ? [] : spellingsOf(text)
  return spreadsheet(visit, {
    name: 'orders',
    columnsOf,
    async read(tx, after: Position | undefined) {
      const { rows: orders, next } = await findPage(tx, filter, { text, spellings, after, rows: BATCH_ROWS })
      const rows: Row[] = []
      for (const order of orders) if (visit.isOwn(order)) rows.push(await readRow(tx, order))
      return { rows, next }
    },
  })
}

async function readRow(tx: Tx, order: Order): Promise<Row> {
  const transfers = order.received > 0n ? await tx.transfers.listByOrder(order.id) : []
  const counted = transfers.filter(
    ({ orphanedAt, ignoredReason }) => orphanedAt === null && ignoredReason === null,
  )
  return {
    order,
    refunded: usdt(await tx.withdrawals.sumRefunds(order.id)),
    hashes: counted.map(({ txHash }) => txHash),
  }
}

function columnsOf(visit: Visit, spelling: Spelling): Columns<Row> {
  const { zone } = visit
  const { decimal } = spelling
  const { amount, local, utc } = cellsOf(visit, spelling)
  return {
    order_number: ({ order }) => order.orderNumber,
    status: ({ order }) => order.status,
    description: ({ order }) => order.description,
    metadata: ({ order }) => (order.metadata === '{}' ? null : order.metadata),
    [`created (${zone.name})`]: ({ order }) => local(order.createdAt),
    created_at: ({ order }) => utc(order.createdAt),
    [`paid (${zone.name})`]: ({ order }) => local(order.paidAt),
    paid_at: ({ order }) => utc(order.paidAt),
    asked: ({ order }) => amountText(order)?.replace('.', decimal) ?? null,
    received: ({ order }) => amount(order.received),
    fee: ({ order }) => amount(subtract(order.confirmed, order.credited)),
    credited: ({ order }) => amount(order.credited),
    refunded: ({ refunded }) => amount(refunded),
    price: ({ order }) => priceFields(order).price?.amount.replace('.', decimal) ?? null,
    price_currency: ({ order }) => priceFields(order).price?.currency ?? null,
    network: ({ order }) => (order.kind === 'app' ? null : order.network),
    address: ({ order }) => (order.kind === 'app' ? null : order.address.address),
    tx_hash: ({ hashes }) => hashes.join(' ') || null,
    id: ({ order }) => order.id,
  }
}
