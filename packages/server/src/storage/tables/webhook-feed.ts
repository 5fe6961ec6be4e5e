import type { EventType } from '../../domain/events.js'
import type { Environment } from '../../domain/ports.js'
import type { FeedItem, FeedPlace, WebhookFeedTable } from '../../domain/webhook-feed.js'
import { placeholders, type Sql } from '../sql.js'

interface PlaceRow {
  id: string
  created_at: bigint
}
interface Row extends PlaceRow {
  merchant_id: string
  environment: Environment
  event: EventType
  subject: string
  body: string
  delivery_id: string | null
}

/** The delivery that went out with the event; what nobody subscribed to has none. */
const SELECT = `SELECT webhook_events.*,
    (SELECT MIN(webhook_deliveries.id) FROM webhook_deliveries
     WHERE webhook_deliveries.event_id = webhook_events.id
       AND webhook_deliveries.created_at = webhook_events.created_at) AS delivery_id
  FROM webhook_events WHERE merchant_id = ? AND environment = ?`

export function webhookFeedTable(sql: Sql): WebhookFeedTable {
  return {
    async listAfter({ merchantId, environment }, after, limit) {
      const rows = await sql.all<Row>(
        `${SELECT} AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?`,
        merchantId,
        environment,
        after.at,
        after.id,
        limit,
      )
      return rows.map(toItem)
    },
    async listPlaces({ merchantId, environment }, { after, upTo }) {
      const rows = await sql.all<PlaceRow>(
        `SELECT id, created_at FROM webhook_events
         WHERE merchant_id = ? AND environment = ? AND created_at > ? AND (created_at, id) <= (?, ?)
         ORDER BY created_at, id`,
        merchantId,
        environment,
        after,
        upTo.at,
        upTo.id,
      )
      return rows.map(toPlace)
    },
    async listByIds({ merchantId, environment }, ids) {
      const rows = await sql.all<Row>(
        `${SELECT} AND id IN (${placeholders(ids.length)}) ORDER BY created_at, id`,
        merchantId,
        environment,
        ...ids,
      )
      return rows.map(toItem)
    },
    async findLast({ merchantId, environment }) {
      const row = await sql.get<PlaceRow>(
        `SELECT id, created_at FROM webhook_events WHERE merchant_id = ? AND environment = ?
         ORDER BY created_at DESC, id DESC LIMIT 1`,
        merchantId,
        environment,
      )
      return row && toPlace(row)
    },
  }
}

const toPlace = (row: PlaceRow): FeedPlace => ({ at: Number(row.created_at), id: row.id })

const toItem = (row: Row): FeedItem => ({
  place: toPlace(row),
  deliveryId: row.delivery_id ?? reservedId(row.id),
  event: {
    id: row.id,
    merchantId: row.merchant_id,
    environment: row.environment,
    event: row.event,
    subject: row.subject,
    body: row.body,
    createdAt: Number(row.created_at),
  },
})

/** Every event has one, the same each time it is told: it is made of the event's own. */
const reservedId = (eventId: string): string => `wd_${eventId.replaceAll('-', '')}`
