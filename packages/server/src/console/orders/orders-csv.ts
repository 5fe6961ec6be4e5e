import { amountText, type Order } from '../../domain/orders/order.js'
import { MOST_COMPARED } from '../../domain/orders/order-search.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { formatUsdt } from '../../domain/shared/money.js'
import { type Columns, CSV_ROWS, csvReply } from '../lists/csv.js'
import { merchantNames } from '../merchants/merchant-names.js'
import type { ReadPage } from '../page.js'
import { findOrders } from './find-orders.js'
import { readOrderFilter } from './order-filter.js'

/** The newest orders that match the filters of the list. */
export const ordersCsv: ReadPage = async (tx, visit) => {
  const filter = { ...readOrderFilter(visit), after: undefined }
  const { orders } = await findOrders(tx, visit, filter, CSV_ROWS, MOST_COMPARED)
  const names = await merchantNames(
    tx,
    orders.map(({ merchantId }) => merchantId),
  )
  return csvReply(visit, 'orders', columnsOf(names), orders)
}

const columnsOf = (names: ReadonlyMap<string, string>): Columns<Order> => ({
  id: ({ id }) => id,
  order_number: ({ orderNumber }) => orderNumber,
  merchant_id: ({ merchantId }) => merchantId,
  merchant: ({ merchantId }) => names.get(merchantId) ?? null,
  status: ({ status }) => status,
  network: (order) => (order.kind === 'app' ? null : order.network),
  amount: amountText,
  received: ({ received }) => formatUsdt(received),
  credited: ({ credited }) => formatUsdt(credited),
  created_at: ({ createdAt }) => isoTime(createdAt),
  paid_at: ({ paidAt }) => (paidAt === null ? null : isoTime(paidAt)),
  description: ({ description }) => description,
  metadata: ({ metadata }) => metadata,
})
