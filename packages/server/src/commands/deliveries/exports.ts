import type { ExportedPosting } from '../../domain/ledger/ledger-entry.js'
import { amountText, type Order, priceFields } from '../../domain/orders/order.js'
import { formatUsdt } from '../../domain/shared/money.js'
import {
  type Batch,
  type Period,
  type Place,
  placeBefore,
  SETTLED_AFTER_MS,
} from '../../domain/shared/period.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import { systemClock } from '../../runtime/clock.js'
import type { Cell } from '../../runtime/csv.js'
import { type Args, UsageError } from '../command.js'
import { ENVIRONMENTS } from '../listing.js'
import { timeCell } from '../output.js'
import { FORMATS, RecordWriter } from '../record-writer.js'
import { inspectStale } from '../store-access.js'

/** The columns of an export, each with its value of a row. */
type Columns<Listed> = Readonly<Record<string, (row: Listed) => Cell>>

const ORDER: Columns<Order> = {
  created_at: ({ createdAt }) => timeCell(createdAt),
  environment: ({ environment }) => environment,
  merchant_id: ({ merchantId }) => merchantId,
  id: ({ id }) => id,
  order_number: ({ orderNumber }) => orderNumber,
  status: ({ status }) => status,
  currency: () => 'USDT',
  amount: amountText,
  received: ({ received }) => formatUsdt(received),
  credited: ({ credited }) => formatUsdt(credited),
  network: (order) => (order.kind === 'on-chain' ? order.network : null),
  address: (order) => (order.kind === 'on-chain' ? order.address.address : null),
  expire_at: ({ expireAt }) => timeCell(expireAt),
  paid_at: ({ paidAt }) => timeCell(paidAt),
  updated_at: ({ updatedAt }) => timeCell(updatedAt),
  description: ({ description }) => description,
  metadata: ({ metadata }) => metadata,
  remark: ({ remark }) => remark,
  price: (order) => priceFields(order).price?.amount ?? null,
  price_currency: (order) => priceFields(order).price?.currency ?? null,
  rate: (order) => priceFields(order).rate ?? null,
  rate_at: (order) => priceFields(order).rate_at ?? null,
}

const DELIVERY: Columns<DeliveryWithEvent> = {
  event_at: ({ event }) => timeCell(event.createdAt),
  environment: ({ event }) => event.environment,
  merchant_id: ({ event }) => event.merchantId,
  id: ({ id }) => id,
  event: ({ event }) => event.event,
  event_id: ({ eventId }) => eventId,
  subject: ({ event }) => event.subject,
  webhook_id: ({ webhookId }) => webhookId,
  url: ({ url }) => url,
  redelivery_of: ({ redeliveryOf }) => redeliveryOf,
  status: ({ status }) => status,
  attempts: ({ attempts }) => attempts,
  last_error: ({ lastError }) => lastError,
  created_at: ({ createdAt }) => timeCell(createdAt),
  next_attempt_at: ({ nextAttemptAt }) => timeCell(nextAttemptAt),
  delivered_at: ({ deliveredAt }) => timeCell(deliveredAt),
}

const POSTING: Columns<ExportedPosting> = {
  posted_at: ({ postedAt }) => timeCell(postedAt),
  environment: ({ environment }) => environment,
  transaction_id: ({ transactionId }) => transactionId,
  sequence: ({ sequence }) => sequence,
  kind: ({ kind }) => kind,
  reference: ({ reference }) => reference,
  key: ({ key }) => key,
  debit: ({ debit }) => debit,
  credit: ({ credit }) => credit,
  currency: () => 'USDT',
  amount: ({ amount }) => formatUsdt(amount),
  refund_of: ({ refundOf }) => refundOf,
  order_number: ({ orderNumber }) => orderNumber,
  withdrawal_number: ({ withdrawalNumber }) => withdrawalNumber,
}

/** Exports orders by their creation. */
export const orders = (args: Args): Promise<number> =>
  exportRows(args, ORDER, (tx, period, after) => tx.exports.listOrders(period, after))

/** Exports webhook deliveries by the time of their event. */
export const deliveries = (args: Args): Promise<number> =>
  exportRows(args, DELIVERY, (tx, period, after) => tx.exports.listDeliveries(period, after))

/** Exports the postings of the ledger. */
export const ledger = (args: Args): Promise<number> =>
  exportRows(args, POSTING, (tx, period, after) => tx.exports.listPostings(period, after))

/**
 * Writes the rows of a period that is over, so that reads of one batch each see the same rows as one snapshot would: a
 * snapshot that waits for a slow reader would keep the database from reusing space.
 *
 * @throws UsageError
 */
async function exportRows<Listed>(
  args: Args,
  columns: Columns<Listed>,
  list: (tx: Tx, period: Period, after: Place) => Promise<Batch<Listed>>,
): Promise<number> {
  const from = args.requiredInstant('from')
  const to = args.requiredInstant('to')
  if (to <= from) throw new UsageError('--to must be after --from')
  if (to > systemClock.real() - SETTLED_AFTER_MS)
    throw new UsageError(`--to must be ${SETTLED_AFTER_MS / 1_000} seconds ago or earlier`)
  const environment = args.choice('environment', ENVIRONMENTS)
  const writer = new RecordWriter(args.requiredChoice('format', FORMATS), Object.keys(columns))
  const cells = Object.entries(columns)
  await inspectStale(async (reads) => {
    for (const each of environment === undefined ? ENVIRONMENTS : [environment]) {
      const period = { environment: each, merchantId: args.text('merchant'), from, to }
      for (let after: Place | undefined = placeBefore(from); after; ) {
        const place: Place = after
        const batch = await reads.readStale((tx) => list(tx, period, place))
        await writer.write(
          batch.rows.map((row) => Object.fromEntries(cells.map(([name, read]) => [name, read(row)]))),
        )
        after = batch.next
      }
    }
  })
  return 0
}
