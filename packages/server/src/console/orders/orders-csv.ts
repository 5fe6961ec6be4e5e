import { amountText } from '../../domain/orders/order.js'
import { MOST_COMPARED } from '../../domain/orders/order-search.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { formatUsdt } from '../../domain/shared/money.js'
import { csvLine } from '../../runtime/csv.js'
import { merchantNames } from '../merchants/merchant-names.js'
import type { ReadPage } from '../page.js'
import { findOrders } from './find-orders.js'
import { readOrderFilter } from './order-filter.js'

/** Longer periods have the command `export orders`. */
const MOST = 5_000
const COLUMNS = [
  'id',
  'order_number',
  'merchant_id',
  'merchant',
  'status',
  'network',
  'amount',
  'received',
  'credited',
  'created_at',
  'paid_at',
  'description',
  'metadata',
]

/** The newest orders that match the filters of the list, with exact decimals. */
export const ordersCsv: ReadPage = async (tx, visit) => {
  const { orders } = await findOrders(
    tx,
    visit,
    { ...readOrderFilter(visit), after: undefined },
    MOST,
    MOST_COMPARED,
  )
  const names = await merchantNames(
    tx,
    orders.map(({ merchantId }) => merchantId),
  )
  const lines = orders.map((order) =>
    csvLine([
      order.id,
      order.orderNumber,
      order.merchantId,
      names.get(order.merchantId) ?? null,
      order.status,
      order.kind === 'app' ? null : order.network,
      amountText(order),
      formatUsdt(order.received),
      formatUsdt(order.credited),
      isoTime(order.createdAt),
      order.paidAt === null ? null : isoTime(order.paidAt),
      order.description,
      order.metadata,
    ]),
  )
  const name = `orders-${visit.environment}-${isoTime(visit.now).slice(0, 10)}.csv`
  return { kind: 'data', type: 'text/csv', text: [csvLine(COLUMNS), ...lines].join(''), name }
}
