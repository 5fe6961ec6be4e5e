import type { SandboxTransfer } from '../../../domain/sandbox/sandbox-transfer.js'
import { usdt } from '../../../domain/shared/money.js'
import type { ChainId } from '../../../domain/shared/types.js'
import type { SandboxTable } from '../../../domain/store/sandbox-tables.js'
import type { Sql } from '../../sql.js'

interface EpochRow {
  first_number: bigint
  first_at: bigint
  block_ms: bigint
  seed: string
}
interface TransferRow {
  tx_hash: string
  from_address: string
  to_address: string
  value: bigint
  block_number: bigint
  block_time: bigint
}

export function sandboxTable(sql: Sql): SandboxTable {
  return {
    async latestEpoch({ environment, network }) {
      const row = await sql.get<EpochRow>(
        `SELECT first_number, first_at, block_ms, seed FROM sandbox_epochs
         WHERE environment = ? AND network = ? ORDER BY first_number DESC LIMIT 1`,
        environment,
        network,
      )
      if (!row) return undefined
      return {
        environment,
        network,
        firstNumber: Number(row.first_number),
        firstAt: Number(row.first_at),
        blockMs: Number(row.block_ms),
        seed: row.seed,
      }
    },
    async insertEpoch(epoch) {
      await sql.run(
        `INSERT INTO sandbox_epochs (environment, network, first_number, first_at, block_ms, seed)
         VALUES (?, ?, ?, ?, ?, ?)`,
        epoch.environment,
        epoch.network,
        epoch.firstNumber,
        epoch.firstAt,
        epoch.blockMs,
        epoch.seed,
      )
    },
    async insertTransfer(transfer) {
      const inserted = await sql.run(
        `INSERT INTO sandbox_transfers (environment, network, tx_hash, from_address, to_address, value,
           block_number, block_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        ...valuesOf(transfer),
      )
      return inserted === 1
    },
    async findTransfer({ environment, network, txHash }) {
      const row = await sql.get<TransferRow>(
        `SELECT tx_hash, from_address, to_address, value, block_number, block_time FROM sandbox_transfers
         WHERE environment = ? AND network = ? AND tx_hash = ?`,
        environment,
        network,
        txHash,
      )
      return row && toTransfer({ environment, network }, row)
    },
    async deleteTransfer({ environment, network, txHash }) {
      await sql.run(
        'DELETE FROM sandbox_transfers WHERE environment = ? AND network = ? AND tx_hash = ?',
        environment,
        network,
        txHash,
      )
    },
    async insertFork({ environment, network }, firstNumber) {
      await sql.run(
        `INSERT INTO sandbox_forks (environment, network, sequence, first_number)
         SELECT ?, ?, COALESCE(MAX(sequence), 0) + 1, ? FROM sandbox_forks WHERE environment = ? AND network = ?`,
        environment,
        network,
        firstNumber,
        environment,
        network,
      )
    },
    async countForks({ environment, network }, upTo) {
      const row = await sql.get<{ total: bigint }>(
        'SELECT COUNT(*) AS total FROM sandbox_forks WHERE environment = ? AND network = ? AND first_number <= ?',
        environment,
        network,
        upTo,
      )
      return Number(row?.total ?? 0)
    },
    async countReplaced({ environment, network }, { after, upTo }) {
      const rows = await sql.all<{ first_number: bigint; total: bigint }>(
        `SELECT first_number, COUNT(*) AS total FROM sandbox_forks
         WHERE environment = ? AND network = ? AND first_number > ? AND first_number <= ? GROUP BY first_number`,
        environment,
        network,
        after,
        upTo,
      )
      return new Map(rows.map((row) => [Number(row.first_number), Number(row.total)]))
    },
    async listNewestForks({ environment, network }, upTo, limit) {
      const rows = await sql.all<{ first_number: bigint }>(
        `SELECT first_number FROM sandbox_forks WHERE environment = ? AND network = ? AND first_number <= ?
         ORDER BY sequence DESC LIMIT ?`,
        environment,
        network,
        upTo,
        limit,
      )
      return rows.map((row) => Number(row.first_number))
    },
    async listTransfers({ environment, network }, { after, upTo, limit }) {
      const rows = await sql.all<TransferRow>(
        `SELECT tx_hash, from_address, to_address, value, block_number, block_time FROM sandbox_transfers
         WHERE environment = ? AND network = ? AND block_number > ? AND block_number <= ?
         ORDER BY block_number, tx_hash LIMIT ?`,
        environment,
        network,
        after,
        upTo,
        limit,
      )
      return rows.map((row) => toTransfer({ environment, network }, row))
    },
    async countTransfers({ environment, network }, { after, upTo }) {
      const row = await sql.get<{ total: bigint }>(
        `SELECT COUNT(*) AS total FROM sandbox_transfers
         WHERE environment = ? AND network = ? AND block_number > ? AND block_number <= ?`,
        environment,
        network,
        after,
        upTo,
      )
      return Number(row?.total ?? 0)
    },
    async sumPaidTo({ environment, network, address, upTo }) {
      const row = await sql.get<{ total: bigint | null }>(
        `SELECT CAST(SUM(value) AS BIGINT) AS total FROM sandbox_transfers
         WHERE environment = ? AND network = ? AND to_address = ? AND block_number <= ?`,
        environment,
        network,
        address,
        upTo,
      )
      return row?.total ?? 0n
    },
    async sumPaid({ environment, network, merchantId, after }) {
      // A subquery that PostgreSQL cannot turn into a join: without statistics it would compare each payment with all addresses.
      const row = await sql.get<{ total: bigint | null }>(
        `SELECT CAST(SUM(value) AS BIGINT) AS total FROM sandbox_transfers AS paid
         WHERE environment = ? AND network = ? AND block_number > ? AND
           (SELECT merchant_id FROM addresses WHERE addresses.environment = paid.environment
              AND addresses.network = paid.network AND addresses.address = paid.to_address) = ?`,
        environment,
        network,
        after,
        merchantId,
      )
      return row?.total ?? 0n
    },
  }
}

const valuesOf = (transfer: SandboxTransfer) => [
  transfer.environment,
  transfer.network,
  transfer.txHash,
  transfer.from,
  transfer.to,
  transfer.value,
  transfer.blockNumber,
  transfer.blockTimeAt,
]

const toTransfer = ({ environment, network }: ChainId, row: TransferRow): SandboxTransfer => ({
  environment,
  network,
  txHash: row.tx_hash,
  from: row.from_address,
  to: row.to_address,
  value: usdt(row.value),
  blockNumber: Number(row.block_number),
  blockTimeAt: Number(row.block_time),
})
