import type { Environment } from '../../../domain/shared/types.js'
import type { WebhookEndpointTable } from '../../../domain/store/webhook-tables.js'
import type { EventType } from '../../../domain/webhooks/event-types.js'
import type { WebhookEndpoint } from '../../../domain/webhooks/webhook.js'
import type { Changes } from '../../changes.js'
import { flag, type Sql } from '../../sql.js'

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

export function webhookEndpointTable(sql: Sql, changes: Changes): WebhookEndpointTable {
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
        `SELECT * FROM webhook_endpoints
         WHERE id = ? AND merchant_id = ? AND environment = ? AND deleted_at IS NULL`,
        id,
        merchantId,
        environment,
      )
      return row && toEndpoint(row)
    },
    async lock({ merchantId, environment }, id) {
      const row = await sql.get<Row>(
        `UPDATE webhook_endpoints SET updated_at = updated_at
         WHERE id = ? AND merchant_id = ? AND environment = ? AND deleted_at IS NULL RETURNING *`,
        id,
        merchantId,
        environment,
      )
      return row && toEndpoint(row)
    },
    async list({ merchantId, environment }) {
      const rows = await sql.all<Row>(
        `SELECT * FROM webhook_endpoints WHERE merchant_id = ? AND environment = ? AND deleted_at IS NULL
         ORDER BY created_at DESC, id DESC`,
        merchantId,
        environment,
      )
      return rows.map(toEndpoint)
    },
    async update({ id, url, events, isActive, updatedAt }) {
      await sql.run(
        'UPDATE webhook_endpoints SET url = ?, events = ?, is_active = ?, updated_at = ? WHERE id = ?',
        url,
        events.join(' '),
        flag(isActive),
        updatedAt,
        id,
      )
      // Deliveries that waited for the endpoint may be due now.
      changes.deliveries = true
    },
    async delete(id, at) {
      await sql.run(
        'UPDATE webhook_endpoints SET is_active = 0, deleted_at = ?, updated_at = ? WHERE id = ?',
        at,
        at,
        id,
      )
    },
    async listDeletedWithPending(since) {
      // Checks waiting deliveries instead of due times: a delivery that kept an earlier due time before the deletion has set
      // none since. Reads one row of each index, since PostgreSQL may answer an EXISTS over many endpoints by reading all
      // deliveries.
      const rows = await sql.all<{ id: string }>(
        `SELECT id FROM webhook_endpoints WHERE deleted_at >= ? AND COALESCE(
           (SELECT 1 FROM webhook_deliveries WHERE target = webhook_endpoints.id AND status = 'PENDING' AND held = 0 LIMIT 1),
           (SELECT 1 FROM webhook_deliveries WHERE target = webhook_endpoints.id AND status = 'PENDING' AND held = 1 LIMIT 1)
         ) = 1 ORDER BY id LIMIT 100`,
        since,
      )
      return rows.map(({ id }) => id)
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
