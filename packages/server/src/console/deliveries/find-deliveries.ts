import { isoTime } from '../../domain/shared/iso-time.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { DeliveryStatus, DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import { DELIVERY_STATUSES } from '../../domain/webhooks/webhook-history.js'
import { BATCH_ROWS, batchOf, type Columns } from '../../pages/csv.js'
import { newRows, POLLED_ROWS } from '../../pages/polls.js'
import type { Query } from '../../pages/visit.js'
import { newestCsv } from '../lists/csv.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'

/** The filters of the address. */
export interface Filters extends Query {
  readonly status: DeliveryStatus | undefined
  readonly target: string | undefined
  readonly merchant: string | undefined
}

export const queryOf = (visit: Visit): Filters => ({
  status: DELIVERY_STATUSES.find((each) => each === visit.query('status')),
  target: visit.query('target'),
  merchant: visit.query('merchant'),
})

/** Deliveries, or events of a merchant, that are compared with the filters. */
const COMPARED = 10_000

/** Finds the newest deliveries that match. */
export function findDeliveries(
  tx: Tx,
  visit: Visit,
  limit: number,
  before?: string,
): Promise<DeliveryWithEvent[]> {
  const { environment } = visit
  const { status, target, merchant } = queryOf(visit)
  if (status === 'FAILED' && merchant === undefined)
    return tx.webhookHistory.listFailed({ environment, target, before, limit })
  return tx.webhookHistory.search({
    environment,
    merchantId: merchant,
    webhookId: undefined,
    target,
    status,
    before,
    limit,
    compared: COMPARED,
  })
}

/** The number of new deliveries that match, for the script of the page. */
export const deliveriesCount: ReadPage = async (tx, visit) =>
  newRows(visit, await findDeliveries(tx, visit, POLLED_ROWS))

/** The newest deliveries that match the filters of the list, as a file. */
export const deliveriesCsv: ReadPage = async (_tx, visit) =>
  newestCsv(visit, 'deliveries', COLUMNS, async (tx, before: string | undefined) => {
    const rows = await withUrls(tx, await findDeliveries(tx, visit, BATCH_ROWS, before))
    return batchOf(rows, ({ id }) => id)
  })

const timeOf = (at: Instant | null): string | null => (at === null ? null : isoTime(at))

const COLUMNS: Columns<DeliveryWithEvent> = {
  id: ({ id }) => id,
  merchant_id: ({ event }) => event.merchantId,
  event: ({ event }) => event.event,
  subject: ({ event }) => event.subject,
  webhook_id: ({ webhookId }) => webhookId,
  url: ({ url }) => url,
  status: ({ status }) => status,
  attempts: ({ attempts }) => attempts,
  last_error: ({ lastError }) => lastError,
  redelivery_of: ({ redeliveryOf }) => redeliveryOf,
  created_at: ({ createdAt }) => isoTime(createdAt),
  next_attempt_at: ({ nextAttemptAt }) => timeOf(nextAttemptAt),
  delivered_at: ({ deliveredAt }) => timeOf(deliveredAt),
}

/** Adds where deliveries go, reading each endpoint once; null for one that is deleted. */
export async function withUrls(
  tx: Tx,
  deliveries: readonly DeliveryWithEvent[],
): Promise<DeliveryWithEvent[]> {
  const known = new Map<string | null, string | null>([[null, null]])
  const rows: DeliveryWithEvent[] = []
  for (const delivery of deliveries) {
    const { url, webhookId } = delivery
    if (url === null && webhookId !== null && !known.has(webhookId))
      known.set(webhookId, (await tx.webhookHistory.findEndpoint(webhookId))?.url ?? null)
    rows.push({ ...delivery, url: url ?? known.get(webhookId) ?? null })
  }
  return rows
}
