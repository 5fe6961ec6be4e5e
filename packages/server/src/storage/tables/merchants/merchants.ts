import type { Merchant } from '../../../domain/merchants/merchant.js'
import type { MerchantTable } from '../../../domain/store/merchant-tables.js'
import { instantOrNull, type Sql } from '../../sql.js'

interface Row {
  id: string
  platform_user_id: string
  name: string
  email: string
  status: Merchant['status']
  tier: Merchant['tier']
  surcharge: bigint
  activated_at: bigint | null
  created_at: bigint
  updated_at: bigint
}

/** Merchants that a search by text compares. */
const MOST_COMPARED = 10_000

export function merchantTable(sql: Sql): MerchantTable {
  return {
    async insert(merchant) {
      const inserted = await sql.run(
        `INSERT INTO merchants (id, platform_user_id, name, email, status, tier, surcharge, activated_at, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        merchant.id,
        merchant.platformUserId,
        merchant.name,
        merchant.email,
        merchant.status,
        merchant.tier,
        merchant.surcharge,
        merchant.activatedAt,
        merchant.createdAt,
        merchant.updatedAt,
      )
      return inserted === 1
    },
    async find(id) {
      const row = await sql.get<Row>('SELECT * FROM merchants WHERE id = ?', id)
      return row && toMerchant(row)
    },
    async findByPlatformUserId(platformUserId) {
      const row = await sql.get<Row>('SELECT * FROM merchants WHERE platform_user_id = ?', platformUserId)
      return row && toMerchant(row)
    },
    async lock(id) {
      const text = 'UPDATE merchants SET updated_at = updated_at WHERE id = ? RETURNING *'
      const row = await sql.get<Row>(text, id)
      return row && toMerchant(row)
    },
    async list({ limit, offset, after }) {
      const rows = await sql.all<Row>(
        `SELECT * FROM merchants ${after ? 'WHERE (created_at, id) < (?, ?)' : ''}
         ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
        ...(after ? [after.createdAt, after.id] : []),
        limit,
        offset,
      )
      const count = await sql.get<{ total: bigint }>('SELECT COUNT(*) AS total FROM merchants')
      return { rows: rows.map(toMerchant), total: Number(count?.total ?? 0) }
    },
    async listByText(text, limit) {
      const rows = await sql.all<Row>(
        `SELECT * FROM (SELECT * FROM merchants ORDER BY created_at DESC, id DESC LIMIT ?) AS newest
         WHERE REPLACE(LOWER(name), LOWER(?), '') <> LOWER(name) OR REPLACE(LOWER(email), LOWER(?), '') <> LOWER(email)
         ORDER BY created_at DESC, id DESC LIMIT ?`,
        MOST_COMPARED,
        text,
        text,
        limit,
      )
      return rows.map(toMerchant)
    },
    async update(merchant) {
      await sql.run(
        'UPDATE merchants SET status = ?, tier = ?, surcharge = ?, activated_at = ?, updated_at = ? WHERE id = ?',
        merchant.status,
        merchant.tier,
        merchant.surcharge,
        merchant.activatedAt,
        merchant.updatedAt,
        merchant.id,
      )
    },
  }
}

const toMerchant = (row: Row): Merchant => ({
  id: row.id,
  platformUserId: row.platform_user_id,
  name: row.name,
  email: row.email,
  status: row.status,
  tier: row.tier,
  surcharge: row.surcharge,
  activatedAt: instantOrNull(row.activated_at),
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
})
