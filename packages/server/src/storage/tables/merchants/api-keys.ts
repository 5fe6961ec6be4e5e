import type { ApiKey } from '../../../domain/merchants/api-key.js'
import type { Merchant } from '../../../domain/merchants/merchant.js'
import { scopesIn } from '../../../domain/shared/key-scope.js'
import type { Environment } from '../../../domain/shared/types.js'
import type { ApiKeyTable, OwnedApiKey } from '../../../domain/store/merchant-tables.js'
import { instantOrNull, type Sql } from '../../sql.js'
import { encryptedRows } from '../secrets/encrypted-rows.js'

interface Row {
  key_id: string
  merchant_id: string
  environment: Environment
  name: string
  scopes: string
  sealed_secret: string
  issued_by: string | null
  created_at: bigint
  revoked_at: bigint | null
  last_used_at: bigint | null
}

interface OwnedRow extends Row {
  platform_user_id: string
  merchant_name: string
  email: string
  status: Merchant['status']
  tier: Merchant['tier']
  surcharge: bigint
  activated_at: bigint | null
  merchant_created_at: bigint
  updated_at: bigint
}

/** The most active and the most revoked keys that a list shows: all active ones, since there are never that many. */
const LISTED = 100

export function apiKeyTable(sql: Sql): ApiKeyTable {
  return {
    async insert(key) {
      await sql.run(
        `INSERT INTO api_keys (key_id, merchant_id, environment, name, scopes, sealed_secret, issued_by,
           created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        key.keyId,
        key.merchantId,
        key.environment,
        key.name,
        key.scopes.join(','),
        key.sealedSecret,
        key.issuedBy,
        key.createdAt,
      )
    },
    async find(keyId) {
      const row = await sql.get<Row>('SELECT * FROM api_keys WHERE key_id = ?', keyId)
      return row && toApiKey(row)
    },
    // Every request needs both rows, and a second statement would cost more than the join.
    async findOwned(keyId) {
      const row = await sql.get<OwnedRow>(
        `SELECT api_keys.*, merchants.platform_user_id, merchants.name AS merchant_name, merchants.email,
           merchants.status, merchants.tier, merchants.surcharge, merchants.activated_at, merchants.created_at AS merchant_created_at,
           merchants.updated_at
         FROM api_keys JOIN merchants ON merchants.id = api_keys.merchant_id WHERE api_keys.key_id = ?`,
        keyId,
      )
      return row && toOwned(row)
    },
    async list(merchantId) {
      const newest = 'ORDER BY created_at DESC, key_id DESC LIMIT ?'
      const active = await sql.all<Row>(
        `SELECT * FROM api_keys WHERE merchant_id = ? AND revoked_at IS NULL ${newest}`,
        merchantId,
        LISTED,
      )
      const revoked = await sql.all<Row>(
        `SELECT * FROM api_keys WHERE merchant_id = ? AND revoked_at IS NOT NULL ${newest}`,
        merchantId,
        LISTED,
      )
      return [...active, ...revoked].map(toApiKey).sort((a, b) => b.createdAt - a.createdAt)
    },
    async countActive({ merchantId, environment }) {
      const row = await sql.get<{ total: bigint }>(
        `SELECT COUNT(*) AS total FROM api_keys
         WHERE merchant_id = ? AND environment = ? AND revoked_at IS NULL`,
        merchantId,
        environment,
      )
      return Number(row?.total ?? 0)
    },
    async exists({ merchantId, environment }) {
      const row = await sql.get<Row>(
        'SELECT * FROM api_keys WHERE merchant_id = ? AND environment = ? LIMIT 1',
        merchantId,
        environment,
      )
      return row !== undefined
    },
    async revoke(keyId, at) {
      await sql.run('UPDATE api_keys SET revoked_at = ? WHERE key_id = ? AND revoked_at IS NULL', at, keyId)
    },
    async markUsed(keyId, at) {
      await sql.run('UPDATE api_keys SET last_used_at = ? WHERE key_id = ?', at, keyId)
    },
    ...encryptedRows(sql, 'api_keys', 'key_id'),
  }
}

const toApiKey = (row: Row): ApiKey => ({
  keyId: row.key_id,
  merchantId: row.merchant_id,
  environment: row.environment,
  name: row.name,
  scopes: scopesIn(row.scopes.split(',')),
  sealedSecret: row.sealed_secret,
  issuedBy: row.issued_by,
  createdAt: Number(row.created_at),
  revokedAt: instantOrNull(row.revoked_at),
  lastUsedAt: instantOrNull(row.last_used_at),
})

const toOwned = (row: OwnedRow): OwnedApiKey => ({
  merchant: {
    id: row.merchant_id,
    platformUserId: row.platform_user_id,
    name: row.merchant_name,
    email: row.email,
    status: row.status,
    tier: row.tier,
    surcharge: row.surcharge,
    activatedAt: instantOrNull(row.activated_at),
    createdAt: Number(row.merchant_created_at),
    updatedAt: Number(row.updated_at),
  },
  ...toApiKey(row),
})
