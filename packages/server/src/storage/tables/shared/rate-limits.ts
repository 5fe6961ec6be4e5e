import type { RateLimitTable } from '../../../domain/store/system-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  taken: bigint
  ends_at: bigint
}

export function rateLimitTable(sql: Sql): RateLimitTable {
  return {
    async count(name, windowMs, at) {
      const row = await sql.get<Row>(
        `INSERT INTO rate_limits AS held (name, taken, ends_at) VALUES (?, 1, ?)
         ON CONFLICT (name) DO UPDATE SET
           taken = CASE WHEN held.ends_at <= ? THEN 1 ELSE held.taken + 1 END,
           ends_at = CASE WHEN held.ends_at <= ? THEN excluded.ends_at ELSE held.ends_at END
         RETURNING taken, ends_at`,
        name,
        at + windowMs,
        at,
        at,
      )
      if (!row) throw new Error('a call was not counted')
      return { calls: Number(row.taken), endsAt: Number(row.ends_at) }
    },
  }
}
