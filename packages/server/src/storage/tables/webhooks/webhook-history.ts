import type { WebhookEndpointTable, WebhookHistoryTable } from '../../../domain/store/webhook-tables.js'
import { type Sql, whereEqual } from '../../sql.js'
import { type DeliveryRow, SELECT_DELIVERIES, toDeliveryWithEvent } from './webhook-deliveries.js'

export function webhookHistoryTable(sql: Sql, endpoints: WebhookEndpointTable): WebhookHistoryTable {
  return {
    async search({ environment, merchantId, webhookId, status, limit }) {
      const where = whereEqual({ environment, merchant_id: merchantId, webhook_id: webhookId, status })
      const rows = await sql.all<DeliveryRow>(
        `${SELECT_DELIVERIES} ${where.text} ORDER BY webhook_deliveries.id DESC LIMIT ?`,
        ...where.values,
        limit,
      )
      return rows.map(toDeliveryWithEvent)
    },
    async find(deliveryId) {
      const text = `${SELECT_DELIVERIES} WHERE webhook_deliveries.id = ?`
      const row = await sql.get<DeliveryRow>(text, deliveryId)
      return row && toDeliveryWithEvent(row)
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
