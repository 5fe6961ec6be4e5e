import type { WebhookEndpointTable, WebhookHistoryTable } from '../../../domain/store/webhook-tables.js'
import { type Sql, whereEqual } from '../../sql.js'
import { beginsWith } from '../beginning.js'
import { type DeliveryRow, SELECT_DELIVERIES, toDeliveryWithEvent } from './delivery-rows.js'
import { searchDeliveries } from './delivery-search.js'

/** The order of failed deliveries: two servers may give ids in another order than times. */
const IS_BEHIND = `(webhook_deliveries.created_at, webhook_deliveries.id) <
  (SELECT created_at, id FROM webhook_deliveries WHERE id = ?)`

export function webhookHistoryTable(sql: Sql, endpoints: WebhookEndpointTable): WebhookHistoryTable {
  return {
    async search(filter) {
      return (await searchDeliveries(sql, filter)).map(toDeliveryWithEvent)
    },
    async listFailed({ environment, target, before, limit }) {
      const where = whereEqual({ environment, target })
      const behind = before === undefined ? '' : `AND ${IS_BEHIND}`
      // The condition of a partial index, which an engine uses only for statements that repeat it.
      const rows = await sql.all<DeliveryRow>(
        `${SELECT_DELIVERIES} ${where.text} AND status = 'FAILED' AND handled = 0 ${behind}
         ORDER BY webhook_deliveries.created_at DESC, webhook_deliveries.id DESC LIMIT ?`,
        ...where.values,
        ...(before === undefined ? [] : [before]),
        limit,
      )
      return rows.map(toDeliveryWithEvent)
    },
    async find(deliveryId) {
      const text = `${SELECT_DELIVERIES} WHERE webhook_deliveries.id = ?`
      const row = await sql.get<DeliveryRow>(text, deliveryId)
      return row && toDeliveryWithEvent(row)
    },
    async listByBeginning(beginning, limit) {
      const [begins, ...values] = beginsWith('webhook_deliveries.id', beginning)
      const text = `${SELECT_DELIVERIES} WHERE ${begins} ORDER BY webhook_deliveries.id LIMIT ?`
      return (await sql.all<DeliveryRow>(text, ...values, limit)).map(toDeliveryWithEvent)
    },
    async findEndpoint(webhookId) {
      const owner = await sql.get<{ merchant_id: string; environment: 'live' | 'test' }>(
        'SELECT merchant_id, environment FROM webhook_endpoints WHERE id = ?',
        webhookId,
      )
      if (!owner) return undefined
      return endpoints.find({ merchantId: owner.merchant_id, environment: owner.environment }, webhookId)
    },
  }
}
