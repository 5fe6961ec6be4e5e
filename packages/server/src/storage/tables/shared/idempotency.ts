import type { IdempotencyTable } from '../../../domain/store/system-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  input_hash: string
  resource_id: string
}

export function idempotencyTable(sql: Sql): IdempotencyTable {
  return {
    async claim({ merchantId, environment, operation, key, inputHash, resourceId, expiresAt }, at) {
      // An expired row is taken over. A second call with the same key waits until the first has committed.
      const claimed = await sql.get<Row>(
        `INSERT INTO idempotency_keys (merchant_id, environment, operation, key, input_hash, resource_id, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (merchant_id, environment, operation, key) DO UPDATE SET
           input_hash = excluded.input_hash, resource_id = excluded.resource_id, expires_at = excluded.expires_at
         WHERE idempotency_keys.expires_at <= ?
         RETURNING input_hash, resource_id`,
        merchantId,
        environment,
        operation,
        key,
        inputHash,
        resourceId,
        expiresAt,
        at,
      )
      const row =
        claimed ??
        (await sql.get<Row>(
          `SELECT input_hash, resource_id FROM idempotency_keys
           WHERE merchant_id = ? AND environment = ? AND operation = ? AND key = ?`,
          merchantId,
          environment,
          operation,
          key,
        ))
      if (!row) throw new Error('an idempotency key was neither claimed nor found')
      return { inputHash: row.input_hash, resourceId: row.resource_id }
    },
  }
}
