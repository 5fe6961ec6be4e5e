import type { EventType } from '../../domain/events.js'
import type { Environment } from '../../domain/ports.js'
import type { WebhookEndpointTable } from '../../domain/tables.js'
import type { WebhookEndpoint } from '../../domain/webhooks.js'
import { flag, type Sql } from '../sql.js'

interface Row {
  id: string
  merchant_id: string
  environment: Environment
  url: string
  events: string
  is_active: bigint
  created_at: bigint
  updated_at: bigint
}

export function webhookEndpointTable(sql: Sql): WebhookEndpointTable {
  return {
    async insert(endpoint) {
      await sql.run(
        `INSERT INTO webhook_endpoints (id, merchant_id, environment, url, events, is_active, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        endpoint.id,
        endpoint.merchantId,
        endpoint.environment,
        endpoint.url,
        endpoint.events.join(' '),
        flag(endpoint.isActive),
        endpoint.createdAt,
        endpoint.updatedAt,
      )
    },
    async find({ merchantId, environment }, id) {
      const row = await sql.get<Row>(
        'SELECT * FROM webhook_endpoints WHERE id = ? AND merchant_id = ? AND environment = ?',
        id,
        merchantId,
        environment,
      )
      return row && toEndpoint(row)
    },
    async list({ merchantId, environment }) {
      const rows = await sql.all<Row>(
        `SELECT * FROM webhook_endpoints WHERE merchant_id = ? AND environment = ?
         ORDER BY created_at DESC, id DESC`,
        merchantId,
        environment,
      )
      return rows.map(toEndpoint)
    },
  }
}

const toEndpoint = (row: Row): WebhookEndpoint => ({
  id: row.id,
  merchantId: row.merchant_id,
  environment: row.environment,
  url: row.url,
  events: row.events.split(' ') as EventType[], // written from EventType values above
  isActive: row.is_active === 1n,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
})
