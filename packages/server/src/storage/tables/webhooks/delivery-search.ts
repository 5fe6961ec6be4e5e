import type { DeliveryFilter } from '../../../domain/store/webhook-tables.js'
import { type Sql, type SqlValue, whereEqual } from '../../sql.js'
import { DELIVERY_COLUMNS, type DeliveryRow } from './delivery-rows.js'

/** A statement that finds ids of deliveries, with its values. */
type Part = readonly [text: string, ...values: SqlValue[]]

/** Deliveries that wait for their attempt. The order makes an engine read their partial index, here and below. */
export const IS_DUE = "status = 'PENDING' AND held = 0 ORDER BY target"
/** Deliveries that wait for a secret. */
export const IS_HELD = 'held = 1 ORDER BY waits_for'
/** Deliveries that failed and were not sent again. */
export const IS_FAILED = "status = 'FAILED' AND handled = 0 ORDER BY target"

const ENVIRONMENTS = ['live', 'test'] as const
/** The place of the delivery above the list. Its event happened no later than it was stored. */
const NOT_AFTER = 'created_at <= (SELECT created_at FROM webhook_deliveries WHERE id = ?)'

/**
 * Searches deliveries, newest first. Indexes find the deliveries that are compared with the filter, so that a search costs
 * what it compares, whatever it looks for.
 */
export async function searchDeliveries(sql: Sql, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { environment, merchantId, webhookId, target, status, before, limit } = filter
  const compared = [...comparedOf(filter), ...waitingOf(filter)]
  const where = whereEqual(
    { environment, merchant_id: merchantId, webhook_id: webhookId, target, status },
    { column: 'webhook_deliveries.id', value: before },
  )
  const ids = compared.map(([text]) => `SELECT id FROM (${text}) AS part`).join(' UNION ')
  const isJoined = 'webhook_deliveries.id = compared.id AND webhook_events.id = webhook_deliveries.event_id'
  // SQLite keeps the order of tables in a CROSS JOIN, and so looks up what is compared alone.
  return sql.all<DeliveryRow>(
    `SELECT ${DELIVERY_COLUMNS} FROM (${ids}) AS compared CROSS JOIN webhook_deliveries CROSS JOIN webhook_events
     ${where.text === '' ? 'WHERE' : `${where.text} AND`} ${isJoined} ORDER BY webhook_deliveries.id DESC LIMIT ?`,
    ...compared.flatMap(([, ...values]) => values),
    ...where.values,
    limit,
  )
}

/** The newest deliveries of what the filter names. */
function comparedOf({ environment, merchantId, webhookId, before, compared }: DeliveryFilter): Part[] {
  const place = before === undefined ? [] : [before]
  const andBefore = before === undefined ? '' : `AND ${NOT_AFTER}`
  const newest = `ORDER BY created_at DESC, id DESC LIMIT ${compared}`
  if (webhookId !== undefined) {
    const text = `SELECT id FROM webhook_deliveries WHERE webhook_id = ? ${andBefore} ${newest}`
    return [[text, webhookId, ...place]]
  }
  if (merchantId === undefined) {
    const where = before === undefined ? '' : 'WHERE id < ?'
    return [[`SELECT id FROM webhook_deliveries ${where} ORDER BY id DESC LIMIT ${compared}`, ...place]]
  }
  const named = environment === undefined ? ENVIRONMENTS : [environment]
  return [
    ...named.map(
      (each): Part => [
        `SELECT webhook_deliveries.id FROM (SELECT id FROM webhook_events
           WHERE merchant_id = ? AND environment = ? ${andBefore} ${newest}) AS happened
         CROSS JOIN webhook_deliveries WHERE webhook_deliveries.event_id = happened.id`,
        merchantId,
        each,
        ...place,
      ],
    ),
    // They repeat events that may be old.
    [`SELECT id FROM webhook_deliveries WHERE redelivery_of IS NOT NULL ${andBefore} ${newest}`, ...place],
  ]
}

/** Deliveries that wait or need an operator may be old. Their partial indexes find them. */
function waitingOf({ status, webhookId, compared }: DeliveryFilter): Part[] {
  if (webhookId !== undefined || status === undefined || status === 'DELIVERED') return []
  const conditions = { PENDING: [IS_DUE, IS_HELD], FAILED: [IS_FAILED] }
  return conditions[status].map((text) => [
    `SELECT id FROM webhook_deliveries WHERE ${text} LIMIT ${compared}`,
  ])
}
