import type { LogoType } from '../../../domain/merchants/brand.js'
import type { MerchantBrandTable } from '../../../domain/store/merchant-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  name: string | null
  accent: string | null
  support: string | null
  time_zone: string | null
  /** Tags with commas between them. */
  languages: string | null
  logo_type: LogoType | null
  updated_at: bigint
}

export function merchantBrandTable(sql: Sql): MerchantBrandTable {
  return {
    async find(merchantId) {
      // Every checkout page reads this row, so the logo is not read with it.
      const row = await sql.get<Row>(
        `SELECT name, accent, support, time_zone, languages, logo_type, updated_at FROM merchant_brands
         WHERE merchant_id = ?`,
        merchantId,
      )
      return (
        row && {
          name: row.name,
          accent: row.accent,
          support: row.support,
          timeZone: row.time_zone,
          languages: row.languages?.split(',').filter((tag) => tag !== '') ?? null,
          hasLogo: row.logo_type !== null,
          updatedAt: Number(row.updated_at),
        }
      )
    },
    async findLogo(merchantId) {
      const row = await sql.get<{ logo_type: LogoType; logo: string }>(
        'SELECT logo_type, logo FROM merchant_brands WHERE merchant_id = ? AND logo IS NOT NULL',
        merchantId,
      )
      return row && { type: row.logo_type, bytes: Buffer.from(row.logo, 'base64') }
    },
    async put(merchantId, { name, accent, support, timeZone, languages }, at) {
      await sql.run(
        `INSERT INTO merchant_brands (merchant_id, name, accent, support, time_zone, languages, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (merchant_id) DO UPDATE SET name = excluded.name, accent = excluded.accent,
           support = excluded.support, time_zone = excluded.time_zone, languages = excluded.languages,
           updated_at = excluded.updated_at`,
        merchantId,
        name,
        accent,
        support,
        timeZone,
        languages?.join(',') ?? null,
        at,
      )
    },
    async putLogo(merchantId, logo) {
      await sql.run(
        'UPDATE merchant_brands SET logo_type = ?, logo = ? WHERE merchant_id = ?',
        logo?.type ?? null,
        logo?.bytes.toString('base64') ?? null,
        merchantId,
      )
    },
    async noteChange(merchantId, at) {
      const text = 'UPDATE merchant_brands SET changed_by_people_at = ? WHERE merchant_id = ?'
      await sql.run(text, at, merchantId)
    },
    async listChanged(since, limit) {
      const rows = await sql.all<{ merchant_id: string; changed_by_people_at: bigint }>(
        `SELECT merchant_id, changed_by_people_at FROM merchant_brands WHERE changed_by_people_at > ?
         ORDER BY changed_by_people_at DESC, merchant_id LIMIT ?`,
        since,
        limit,
      )
      return rows.map((row) => ({ merchantId: row.merchant_id, changedAt: Number(row.changed_by_people_at) }))
    },
  }
}
