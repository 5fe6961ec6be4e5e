import type { SandboxClockTable } from '../../../domain/store/sandbox-tables.js'
import type { Changes } from '../../changes.js'
import type { Sql } from '../../sql.js'

export function sandboxClockTable(sql: Sql, changes: Changes): SandboxClockTable {
  return {
    async find() {
      const text = 'SELECT ahead_ms, frozen_at FROM sandbox_clock WHERE id = 1'
      const row = await sql.get<{ ahead_ms: bigint; frozen_at: bigint | null }>(text)
      if (!row) return undefined
      return {
        aheadMs: Number(row.ahead_ms),
        frozenAt: row.frozen_at === null ? null : Number(row.frozen_at),
      }
    },
    async save(state) {
      const { aheadMs, frozenAt } = state
      await sql.run(
        `INSERT INTO sandbox_clock (id, ahead_ms, frozen_at) VALUES (1, ?, ?)
         ON CONFLICT (id) DO UPDATE SET ahead_ms = excluded.ahead_ms, frozen_at = excluded.frozen_at`,
        aheadMs,
        frozenAt,
      )
      changes.clock = state
    },
  }
}
