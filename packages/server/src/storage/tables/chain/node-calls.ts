import type { NodeCallTable } from '../../../domain/store/chain-tables.js'
import type { Sql } from '../../sql.js'

export function nodeCallTable(sql: Sql): NodeCallTable {
  return {
    async add({ environment, network, node, day, calls }) {
      // A process whose clock is behind adds to the newer day: that overcounts, which is the safe direction for a budget.
      const row = await sql.get<{ calls: bigint }>(
        `INSERT INTO node_calls (environment, network, node, day, calls) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (environment, network, node) DO UPDATE SET
           calls = CASE WHEN node_calls.day < excluded.day THEN excluded.calls ELSE node_calls.calls + excluded.calls END,
           day = CASE WHEN node_calls.day < excluded.day THEN excluded.day ELSE node_calls.day END
         RETURNING calls`,
        environment,
        network,
        node,
        day,
        calls,
      )
      return Number(row?.calls ?? calls)
    },
  }
}
