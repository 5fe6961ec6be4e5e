import type { Environment } from '../../../domain/shared/types.js'
import type { WebhookSecretTable } from '../../../domain/store/webhook-tables.js'
import { instantOrNull, type Sql } from '../../sql.js'
import { encryptedRows } from '../secrets/encrypted-rows.js'

interface Row {
  id: string
  sealed_secret: string
  created_at: bigint
  retires_at: bigint | null
}

export function webhookSecretTable(sql: Sql): WebhookSecretTable {
  return {
    async insert(secret) {
      await sql.run(
        `INSERT INTO webhook_secrets (id, merchant_id, environment, sealed_secret, created_at)
         VALUES (?, ?, ?, ?, ?)`,
        secret.id,
        secret.merchantId,
        secret.environment,
        secret.sealedSecret,
        secret.createdAt,
      )
    },
    async listValid({ merchantId, environment }, at) {
      const rows = await sql.all<Row>(
        `SELECT id, sealed_secret, created_at, retires_at FROM webhook_secrets
         WHERE merchant_id = ? AND environment = ? AND (retires_at IS NULL OR retires_at > ?)
         ORDER BY created_at DESC, id DESC`,
        merchantId,
        environment,
        at,
      )
      return rows.map((row) => ({
        id: row.id,
        merchantId,
        environment,
        sealedSecret: row.sealed_secret,
        createdAt: Number(row.created_at),
        retiresAt: instantOrNull(row.retires_at),
      }))
    },
    async retireCurrent({ merchantId, environment }, retiresAt) {
      await sql.run(
        'DELETE FROM webhook_secrets WHERE merchant_id = ? AND environment = ? AND retires_at IS NOT NULL',
        merchantId,
        environment,
      )
      await sql.run(
        `UPDATE webhook_secrets SET retires_at = ?
         WHERE merchant_id = ? AND environment = ? AND retires_at IS NULL`,
        retiresAt,
        merchantId,
        environment,
      )
    },
    async listScopesWithPending(since) {
      const rows = await sql.all<{ merchant_id: string; environment: Environment }>(
        `SELECT DISTINCT merchant_id, environment FROM webhook_secrets WHERE created_at >= ? AND
           (SELECT 1 FROM webhook_deliveries WHERE held = 1 AND waits_for = merchant_id || '/' || environment LIMIT 1) = 1
         ORDER BY merchant_id, environment LIMIT 100`,
        since,
      )
      return rows.map(({ merchant_id: merchantId, environment }) => ({ merchantId, environment }))
    },
    ...encryptedRows(sql, 'webhook_secrets', 'id'),
  }
}
