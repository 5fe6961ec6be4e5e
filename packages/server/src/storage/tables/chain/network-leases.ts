import type { Environment, Network } from '../../../domain/shared/types.js'
import type { NetworkLeaseTable } from '../../../domain/store/chain-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  environment: Environment
  network: Network
  holder: string
  left_ms: bigint
  block_number: bigint | null
  head_number: bigint | null
  silent_ms: bigint | null
}

export function networkLeaseTable(sql: Sql): NetworkLeaseTable {
  return {
    async list() {
      const rows = await sql.all<Row>(
        `SELECT environment, network, holder, until_at - now_at AS left_ms, block_number, head_number,
           now_at - progress_at AS silent_ms
         FROM network_leases CROSS JOIN database_clock`,
      )
      return rows.map(({ environment, network, holder, left_ms, ...row }) => ({
        environment,
        network,
        holder,
        leftMs: Number(left_ms),
        position:
          row.block_number === null
            ? undefined
            : {
                block: Number(row.block_number),
                head: Number(row.head_number),
                silentMs: Math.max(Number(row.silent_ms), 0),
              },
      }))
    },
    async hold({ environment, network }, { holder, forMs, position }) {
      const held = await sql.run(
        `INSERT INTO network_leases (environment, network, holder, until_at, block_number, head_number, progress_at)
         VALUES (?, ?, ?, (SELECT now_at FROM database_clock) + ?, ?, ?, (SELECT now_at FROM database_clock) - ?)
         ON CONFLICT (environment, network) DO UPDATE SET
           holder = excluded.holder,
           until_at = excluded.until_at,
           block_number = COALESCE(excluded.block_number, network_leases.block_number),
           head_number = COALESCE(excluded.head_number, network_leases.head_number),
           progress_at = COALESCE(excluded.progress_at, network_leases.progress_at)
         WHERE network_leases.holder = excluded.holder
           OR network_leases.until_at <= (SELECT now_at FROM database_clock)`,
        environment,
        network,
        holder,
        forMs,
        position?.block ?? null,
        position?.head ?? null,
        position === undefined ? null : Math.floor(position.silentMs),
      )
      return held === 1
    },
    async release(holder) {
      await sql.run(
        'UPDATE network_leases SET until_at = (SELECT now_at FROM database_clock) WHERE holder = ?',
        holder,
      )
    },
  }
}
