import { amountText, type Order, priceFields } from '../../domain/orders/order.js'
import { MOST_COMPARED } from '../../domain/orders/order-search.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { formatUsdt } from '../../domain/shared/money.js'
import { COMPARED_PER_PAGE } from '../../domain/shared/search-window.js'
import type { Position } from '../../domain/shared/types.js'
import { BATCH_ROWS, type Columns } from '../../pages/csv.js'
import { newestCsv } from '../lists/csv.js'
import { merchantNames } from '../merchants/merchant-names.js'
import type { ReadPage } from '../page.js'
import { findOrders } from './find-orders.js'
import { readOrderFilter } from './order-filter.js'

/** Where the next batch begins, and how many batches had fewer orders than they could. */
interface Place {
  readonly after: Position
  readonly sparse: number
}

/** Each compares as many orders as a page of the list; together they compare as many as a search. */
const MOST_SPARSE = MOST_COMPARED / COMPARED_PER_PAGE

/** The newest orders that match the filters of the list. */
export const ordersCsv: ReadPage = async (_tx, visit) =>
  newestCsv(visit, 'orders', COLUMNS, async (tx, place: Place | undefined) => {
    const filter = { ...readOrderFilter(visit), after: place?.after }
    const { rows: orders, next } = await findOrders(tx, filter, BATCH_ROWS)
    const names = await merchantNames(
      tx,
      orders.map(({ merchantId }) => merchantId),
    )
    const rows = orders.map((order) => ({ ...order, merchant: names.get(order.merchantId) ?? null }))
    const sparse = (place?.sparse ?? 0) + (orders.length < BATCH_ROWS ? 1 : 0)
    return { rows, next: next && sparse < MOST_SPARSE ? { after: next, sparse } : undefined }
  })

const COLUMNS: Columns<Order & { readonly merchant: string | null }> = {
  id: ({ id }) => id,
  order_number: ({ orderNumber }) => orderNumber,
  merchant_id: ({ merchantId }) => merchantId,
  merchant: ({ merchant }) => merchant,
  status: ({ status }) => status,
  network: (order) => (order.kind === 'app' ? null : order.network),
  amount: amountText,
  received: ({ received }) => formatUsdt(received),
  credited: ({ credited }) => formatUsdt(credited),
  created_at: ({ createdAt }) => isoTime(createdAt),
  paid_at: ({ paidAt }) => (paidAt === null ? null : isoTime(paidAt)),
  description: ({ description }) => description,
  metadata: ({ metadata }) => metadata,
  price: (order) => priceFields(order).price?.amount ?? null,
  price_currency: (order) => priceFields(order).price?.currency ?? null,
  rate: (order) => priceFields(order).rate ?? null,
  rate_at: (order) => priceFields(order).rate_at ?? null,
}
