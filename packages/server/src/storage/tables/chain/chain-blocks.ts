import { RING_BLOCKS } from '../../../domain/chain/scan-step.js'
import type { ChainBlockTable } from '../../../domain/store/chain-tables.js'
import type { Sql, SqlValue } from '../../sql.js'

interface Row {
  number: bigint
  hash: string
  parent_hash: string
  block_time: bigint
}

export function chainBlockTable(sql: Sql): ChainBlockTable {
  return {
    async list({ environment, network }) {
      const rows = await sql.all<Row>(
        `SELECT number, hash, parent_hash, block_time FROM chain_blocks
         WHERE environment = ? AND network = ? ORDER BY number DESC`,
        environment,
        network,
      )
      return rows.map((row) => ({
        number: Number(row.number),
        hash: row.hash,
        parentHash: row.parent_hash,
        timeAt: Number(row.block_time),
      }))
    },
    async append({ environment, network }, blocks) {
      const kept = blocks.slice(-RING_BLOCKS)
      const newest = kept.at(-1)
      if (!newest) return
      const values = kept.flatMap(({ number, hash, parentHash, timeAt }): SqlValue[] => [
        environment,
        network,
        number,
        hash,
        parentHash,
        timeAt,
      ])
      await sql.run(
        `INSERT INTO chain_blocks (environment, network, number, hash, parent_hash, block_time)
         VALUES ${kept.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}`,
        ...values,
      )
      // Where only some blocks are stored, the newest one below this depth is kept: no block above it misses its second reading.
      await sql.run(
        `DELETE FROM chain_blocks WHERE environment = ? AND network = ? AND number < (
           SELECT MAX(number) FROM chain_blocks WHERE environment = ? AND network = ? AND number <= ?)`,
        environment,
        network,
        environment,
        network,
        newest.number - RING_BLOCKS,
      )
    },
    async deleteAfter({ environment, network }, blockNumber) {
      await sql.run(
        'DELETE FROM chain_blocks WHERE environment = ? AND network = ? AND number > ?',
        environment,
        network,
        blockNumber,
      )
    },
  }
}
