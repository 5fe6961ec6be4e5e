import type { WebhookFeedTable } from '../../../domain/store/webhook-tables.js'
import type { FeedItem, FeedPlace } from '../../../domain/webhooks/feed-item.js'
import { placeholders, type Sql, type SqlValue } from '../../sql.js'
import { type EventRow, toEvent } from './webhook-events.js'

interface PlaceRow {
  place_id: string
  told_at: bigint
}
interface Row extends PlaceRow, EventRow {
  delivery_id: string | null
}
/** A condition on what was told, of whose place `at` and `id` are the columns. */
type Condition = (at: string, id: string) => string

/** Every event, with the delivery that went out with it if there is one, and every redelivery. */
function toldWhere(condition: Condition, order: 'ASC' | 'DESC' = 'ASC', isPage = true): string {
  const pageOf = (place: string) =>
    isPage ? `ORDER BY ${place}.created_at ${order}, ${place}.id ${order} LIMIT ?` : ''
  const arm = (place: string, deliveryId: string, from: string) =>
    `SELECT * FROM (SELECT webhook_events.*, ${place}.created_at AS told_at, ${place}.id AS place_id,
       ${deliveryId} AS delivery_id FROM ${from}
       AND ${condition(`${place}.created_at`, `${place}.id`)}
     ${pageOf(place)}) AS told_by_${place}`
  const first = `(SELECT MIN(first.id) FROM webhook_deliveries AS first WHERE first.event_id = webhook_events.id
       AND first.created_at = webhook_events.created_at AND first.redelivery_of IS NULL)`
  // SQLite keeps to the order of a cross join; by itself it would begin with all events of the environment.
  const again = `webhook_deliveries CROSS JOIN webhook_events
       WHERE webhook_events.id = webhook_deliveries.event_id AND redelivery_of IS NOT NULL`
  return `SELECT * FROM (${arm('webhook_events', first, 'webhook_events WHERE 1 = 1')}
    UNION ALL ${arm('webhook_deliveries', 'webhook_deliveries.id', again)}) AS told
    ORDER BY told_at ${order}, place_id ${order} LIMIT ?`
}

const IN_SCOPE = 'merchant_id = ? AND environment = ?'
const behind: Condition = (at, id) => `${IN_SCOPE} AND (${at}, ${id}) > (?, ?)`
const AFTER = toldWhere(behind)
const BETWEEN = toldWhere((at, id) => `${IN_SCOPE} AND ${at} > ? AND (${at}, ${id}) <= (?, ?)`)
const LAST = toldWhere(behind, 'DESC')
/** Of one environment in a few seconds: more than anybody's. */
const MOST_PLACES = 10_000

export function webhookFeedTable(sql: Sql): WebhookFeedTable {
  const list = <Found>(
    text: string,
    scope: readonly SqlValue[],
    values: readonly SqlValue[],
    limit: number,
  ) => {
    const arm = [...scope, ...values, limit]
    return sql.all<Found>(text, ...arm, ...arm, limit)
  }
  return {
    async listAfter({ merchantId, environment }, { at, id }, limit) {
      return (await list<Row>(AFTER, [merchantId, environment], [at, id], limit)).map(toItem)
    },
    async listPlaces({ merchantId, environment }, { after, upTo }) {
      const range = [after, upTo.at, upTo.id]
      return (await list<PlaceRow>(BETWEEN, [merchantId, environment], range, MOST_PLACES)).map(toPlace)
    },
    async listByIds({ merchantId, environment }, ids) {
      // SQLite, asked for the scope too, would go through all that it told.
      const text = toldWhere((_at, id) => `${id} IN (${placeholders(ids.length)})`, 'ASC', false)
      const rows = await sql.all<Row>(text, ...ids, ...ids, ids.length)
      return rows
        .filter((row) => row.merchant_id === merchantId && row.environment === environment)
        .map(toItem)
    },
    async findLast({ merchantId, environment }, { at, id }) {
      const [row] = await list<PlaceRow>(LAST, [merchantId, environment], [at, id], 1)
      return row && toPlace(row)
    },
  }
}

const toPlace = (row: PlaceRow): FeedPlace => ({ at: Number(row.told_at), id: row.place_id })

const toItem = (row: Row): FeedItem => ({
  place: toPlace(row),
  deliveryId: row.delivery_id ?? reservedId(row.id),
  event: toEvent(row),
})

/** Every event has one, the same each time it is told: it is made of the event's own. */
const reservedId = (eventId: string): string => `wd_${eventId.replaceAll('-', '')}`
