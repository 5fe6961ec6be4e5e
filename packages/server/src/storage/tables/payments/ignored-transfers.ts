import type { IgnoredReason } from '../../../domain/chain/transfer.js'
import type { IgnoredTransferTable } from '../../../domain/store/payment-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  tx_hash: string
  log_index: bigint
  address: string
  reason: IgnoredReason
  from_address: string
  to_address: string
  value: string
  block_number: bigint
  block_hash: string
  block_time: bigint
}

export function ignoredTransferTable(sql: Sql): IgnoredTransferTable {
  return {
    async insert({ environment, network }, { txHash, logIndex, address, reason, from, to, value, block }) {
      const inserted = await sql.run(
        `INSERT INTO ignored_transfers (environment, network, tx_hash, log_index, address, reason, from_address,
           to_address, value, block_number, block_hash, block_time)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        environment,
        network,
        txHash,
        logIndex,
        address,
        reason,
        from,
        to,
        `${value}`,
        block.number,
        block.hash,
        block.timeAt,
      )
      return inserted === 1
    },
    async has({ environment, network }, { txHash, logIndex, address }) {
      const row = await sql.get(
        `SELECT tx_hash FROM ignored_transfers
         WHERE environment = ? AND network = ? AND tx_hash = ? AND log_index = ? AND address = ?`,
        environment,
        network,
        txHash,
        logIndex,
        address,
      )
      return row !== undefined
    },
    async count({ environment, network }, { address, reason }) {
      const row = await sql.get<{ total: bigint }>(
        'SELECT total FROM ignored_counts WHERE environment = ? AND network = ? AND address = ? AND reason = ?',
        environment,
        network,
        address,
        reason,
      )
      return Number(row?.total ?? 0n)
    },
    async addToCount({ environment, network }, { address, reason }, { total, residue }) {
      await sql.run(
        `INSERT INTO ignored_counts (environment, network, address, reason, total, residue) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (environment, network, address, reason)
         DO UPDATE SET total = ignored_counts.total + excluded.total, residue = ignored_counts.residue + excluded.residue`,
        environment,
        network,
        address,
        reason,
        total,
        residue,
      )
    },
    async sumResidue({ environment, network }, address) {
      const row = await sql.get<{ sum: bigint }>(
        `SELECT CAST(COALESCE(SUM(residue), 0) AS BIGINT) AS sum FROM ignored_counts
         WHERE environment = ? AND network = ? AND address = ?`,
        environment,
        network,
        address,
      )
      return row?.sum ?? 0n
    },
    async deleteAfter({ environment, network }, blockNumber) {
      // An amount below a unit fits the column, and no other ignored transfer has a residue.
      const residue = `CASE WHEN reason <> 'below_unit' THEN 0 WHEN address = to_address THEN CAST(value AS BIGINT)
        ELSE -CAST(value AS BIGINT) END`
      const gone = await sql.all<{ address: string; reason: string; rows: bigint; residue: bigint }>(
        `SELECT address, reason, COUNT(*) AS rows, CAST(SUM(${residue}) AS BIGINT) AS residue FROM ignored_transfers
         WHERE environment = ? AND network = ? AND block_number > ? GROUP BY address, reason
         ORDER BY address, reason`,
        environment,
        network,
        blockNumber,
      )
      for (const { address, reason, rows, residue } of gone) {
        await sql.run(
          `UPDATE ignored_counts SET total = total - ?, residue = residue - ?
           WHERE environment = ? AND network = ? AND address = ? AND reason = ?`,
          rows,
          residue,
          environment,
          network,
          address,
          reason,
        )
      }
      if (gone.length === 0) return
      await sql.run(
        'DELETE FROM ignored_transfers WHERE environment = ? AND network = ? AND block_number > ?',
        environment,
        network,
        blockNumber,
      )
    },
    async listByAddress({ environment, network }, address) {
      const rows = await sql.all<Row>(
        `SELECT * FROM ignored_transfers WHERE environment = ? AND network = ? AND address = ?
         ORDER BY block_number, log_index, tx_hash`,
        environment,
        network,
        address,
      )
      return rows.map((row) => ({
        txHash: row.tx_hash,
        logIndex: Number(row.log_index),
        address: row.address,
        from: row.from_address,
        to: row.to_address,
        value: BigInt(row.value),
        block: { number: Number(row.block_number), hash: row.block_hash, timeAt: Number(row.block_time) },
        reason: row.reason,
      }))
    },
    async listCounts({ environment, network }, address) {
      const rows = await sql.all<{ reason: IgnoredReason; total: bigint }>(
        `SELECT reason, total FROM ignored_counts WHERE environment = ? AND network = ? AND address = ?
         ORDER BY reason`,
        environment,
        network,
        address,
      )
      return rows.map(({ reason, total }) => ({ reason, total: Number(total) }))
    },
  }
}
