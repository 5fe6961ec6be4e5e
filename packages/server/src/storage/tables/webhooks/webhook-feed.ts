import type { WebhookFeedTable } from '../../../domain/store/webhook-tables.js'
import { type FeedItem, type FeedPlace, reservedDeliveryId } from '../../../domain/webhooks/feed-item.js'
import { type Columns, placeholders, type Sql, type SqlValue } from '../../sql.js'
import { type EventRow, toEvent } from './webhook-events.js'

interface PlaceRow {
  place_id: string
  told_at: bigint
}
interface Row extends PlaceRow, EventRow {
  delivery_id: string | null
}
/** A condition on feed items; `at` and `id` are the columns of their place. */
type Condition = (at: string, id: string) => string

/** Selects every event, with its first delivery if there is one, and every redelivery. */
function itemsWhere(condition: Condition, order: 'ASC' | 'DESC' = 'ASC', isPage = true): string {
  const pageOf = (place: string) =>
    isPage ? `ORDER BY ${place}.created_at ${order}, ${place}.id ${order} LIMIT ?` : ''
  const arm = (place: string, deliveryId: string, from: string) =>
    `SELECT * FROM (SELECT webhook_events.*, ${place}.created_at AS told_at, ${place}.id AS place_id,
       ${deliveryId} AS delivery_id FROM ${from}
       AND ${condition(`${place}.created_at`, `${place}.id`)}
     ${pageOf(place)}) AS told_by_${place}`
  const first = `(SELECT MIN(first.id) FROM webhook_deliveries AS first WHERE first.event_id = webhook_events.id
       AND first.created_at = webhook_events.created_at AND first.redelivery_of IS NULL)`
  // SQLite keeps the table order of a cross join; with a plain join it would begin with all events of the environment.
  const again = `webhook_deliveries CROSS JOIN webhook_events
       WHERE webhook_events.id = webhook_deliveries.event_id AND redelivery_of IS NOT NULL`
  return `SELECT * FROM (${arm('webhook_events', first, 'webhook_events WHERE 1 = 1')}
    UNION ALL ${arm('webhook_deliveries', 'webhook_deliveries.id', again)}) AS told
    ORDER BY told_at ${order}, place_id ${order} LIMIT ?`
}

const IN_SCOPE = 'merchant_id = ? AND environment = ?'
const after: Condition = (at, id) => `${IN_SCOPE} AND (${at}, ${id}) > (?, ?)`
const AFTER = itemsWhere(after)
const BETWEEN = itemsWhere((at, id) => `${IN_SCOPE} AND ${at} > ? AND (${at}, ${id}) <= (?, ?)`)
const LAST = itemsWhere(after, 'DESC')
/** The event of a delivery, or of the id that is reserved for an event without one. */
const EVENT = `SELECT * FROM webhook_events
  WHERE id = COALESCE((SELECT event_id FROM webhook_deliveries WHERE id = ?), ?) AND ${IN_SCOPE}`
/** The most places that one query reads: more than any environment gets in the few seconds of a range. */
const MOST_PLACES = 10_000

export function webhookFeedTable(sql: Sql): WebhookFeedTable {
  const list = <Found extends Columns<Found>>(
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
      // Filters the scope below: with a condition on it SQLite would read all events of the scope.
      const text = itemsWhere((_at, id) => `${id} IN (${placeholders(ids.length)})`, 'ASC', false)
      const rows = await sql.all<Row>(text, ...ids, ...ids, ids.length)
      return rows
        .filter((row) => row.merchant_id === merchantId && row.environment === environment)
        .map(toItem)
    },
    async findEvent({ merchantId, environment }, deliveryId) {
      const row = await sql.get<EventRow>(EVENT, deliveryId, eventIdOf(deliveryId), merchantId, environment)
      return row && toEvent(row)
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
  deliveryId: row.delivery_id ?? reservedDeliveryId(row),
  event: toEvent(row),
})

/** The reverse of {@link reservedDeliveryId}. */
const eventIdOf = (deliveryId: string): string =>
  deliveryId.slice('wd_'.length).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
