import type { LogoType } from '../../../domain/merchants/brand.js'
import type { MerchantBrandTable } from '../../../domain/store/merchant-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  name: string | null
  accent: string | null
  support: string | null
  time_zone: string | null
  logo_type: LogoType | null
}

export function merchantBrandTable(sql: Sql): MerchantBrandTable {
  return {
    async find(merchantId) {
      // Every checkout page reads this row, so the logo is not read with it.
      const row = await sql.get<Row>(
        'SELECT name, accent, support, time_zone, logo_type FROM merchant_brands WHERE merchant_id = ?',
        merchantId,
      )
      return (
        row && {
          name: row.name,
          accent: row.accent,
          support: row.support,
          timeZone: row.time_zone,
          hasLogo: row.logo_type !== null,
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
    async put(merchantId, { name, accent, support, timeZone }, at) {
      await sql.run(
        `INSERT INTO merchant_brands (merchant_id, name, accent, support, time_zone, updated_at)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (merchant_id) DO UPDATE SET name = excluded.name, accent = excluded.accent,
           support = excluded.support, time_zone = excluded.time_zone, updated_at = excluded.updated_at`,
        merchantId,
        name,
        accent,
        support,
        timeZone,
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
  }
}
