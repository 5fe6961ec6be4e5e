import type { CursorTable } from '../../../domain/store/chain-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  block_number: bigint
  block_hash: string
  block_time: bigint
  revision: bigint
  owed_from: bigint | null
}

export function cursorTable(sql: Sql): CursorTable {
  return {
    async find({ environment, network }) {
      const row = await sql.get<Row>(
        `SELECT block_number, block_hash, block_time, revision, owed_from FROM chain_cursors
         WHERE environment = ? AND network = ?`,
        environment,
        network,
      )
      if (!row) return undefined
      const block = {
        number: Number(row.block_number),
        hash: row.block_hash,
        timeAt: Number(row.block_time),
      }
      const owedFrom = row.owed_from === null ? null : Number(row.owed_from)
      return { environment, network, block, revision: Number(row.revision), owedFrom }
    },
    async insert({ environment, network }, block) {
      await sql.run(
        `INSERT INTO chain_cursors (environment, network, block_number, block_hash, block_time, revision)
         VALUES (?, ?, ?, ?, ?, 1) ON CONFLICT DO NOTHING`,
        environment,
        network,
        block.number,
        block.hash,
        block.timeAt,
      )
    },
    async advance(cursor, to, owedFrom = cursor.owedFrom) {
      const { environment, network, revision, block } = cursor
      const updated = await sql.run(
        `UPDATE chain_cursors SET block_number = ?, block_hash = ?, block_time = ?, owed_from = ?,
           revision = revision + 1
         WHERE environment = ? AND network = ? AND revision = ? AND block_hash = ?`,
        to.number,
        to.hash,
        to.timeAt,
        owedFrom ?? null,
        environment,
        network,
        revision,
        block.hash,
      )
      return updated === 1
    },
    async lock({ environment, network }) {
      await sql.run(
        'UPDATE chain_cursors SET revision = revision WHERE environment = ? AND network = ?',
        environment,
        network,
      )
    },
    async touch({ environment, network }) {
      await sql.run(
        'UPDATE chain_cursors SET revision = revision + 1 WHERE environment = ? AND network = ?',
        environment,
        network,
      )
    },
  }
}
