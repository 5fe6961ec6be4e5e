import type { ChainConditionKind } from '../../../domain/chain/chain-conditions.js'
import type { ChainConditionTable } from '../../../domain/store/chain-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  kind: ChainConditionKind
  reason: string
  since_at: bigint
}

export function chainConditionTable(sql: Sql): ChainConditionTable {
  return {
    async list({ environment, network }) {
      const rows = await sql.all<Row>(
        `SELECT kind, reason, since_at FROM chain_conditions
         WHERE environment = ? AND network = ? ORDER BY since_at, kind`,
        environment,
        network,
      )
      return rows.map(({ kind, reason, since_at }) => ({ kind, reason, sinceAt: Number(since_at) }))
    },
    async set({ environment, network }, { kind, reason, sinceAt }) {
      await sql.run(
        `INSERT INTO chain_conditions (environment, network, kind, reason, since_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (environment, network, kind) DO UPDATE SET reason = excluded.reason`,
        environment,
        network,
        kind,
        reason,
        sinceAt,
      )
    },
    async clear({ environment, network }, kind) {
      const deleted = await sql.run(
        'DELETE FROM chain_conditions WHERE environment = ? AND network = ? AND kind = ?',
        environment,
        network,
        kind,
      )
      return deleted === 1
    },
  }
}
