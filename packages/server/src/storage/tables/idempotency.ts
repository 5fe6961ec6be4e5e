import { IDEMPOTENCY_MS } from '../../domain/policy.js'
import { type Environment, type IdempotencyTable, LostRace } from '../../domain/ports.js'
import type { Sql } from '../sql.js'

interface Row {
  input_hash: string
  resource_id: string
  expires_at: bigint
}

export function idempotencyTable(sql: Sql): IdempotencyTable {
  return {
    async find({ at, ...id }) {
      const row = await sql.get<Row>(
        `SELECT input_hash, resource_id, expires_at FROM idempotency_keys
         WHERE merchant_id = ? AND environment = ? AND operation = ? AND key = ? AND expires_at > ?`,
        ...keyOf(id),
        at,
      )
      if (!row) return undefined
      const { input_hash: inputHash, resource_id: resourceId } = row
      return { ...id, inputHash, resourceId, expiresAt: Number(row.expires_at) }
    },
    async insert(row) {
      // An expired row of the same key is overwritten. A live one that was not found belongs to a call that was faster.
      const written = await sql.run(
        `INSERT INTO idempotency_keys (merchant_id, environment, operation, key, input_hash, resource_id, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (merchant_id, environment, operation, key) DO UPDATE SET
           input_hash = excluded.input_hash, resource_id = excluded.resource_id, expires_at = excluded.expires_at
         WHERE idempotency_keys.expires_at <= ?`,
        ...keyOf(row),
        row.inputHash,
        row.resourceId,
        row.expiresAt,
        row.expiresAt - IDEMPOTENCY_MS,
      )
      if (written === 0) throw new LostRace('the key was used meanwhile')
    },
  }
}

const keyOf = (id: { merchantId: string; environment: Environment; operation: string; key: string }) =>
  [id.merchantId, id.environment, id.operation, id.key] as const
