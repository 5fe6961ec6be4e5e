import { usdt } from '../../domain/money.js'
import type { RecordedTransfer } from '../../domain/payments.js'
import type { Environment, Network, TransferTable } from '../../domain/ports.js'
import { flag, instantOrNull, type Sql } from '../sql.js'

interface Row {
  environment: Environment
  network: Network
  tx_hash: string
  log_index: bigint
  from_address: string
  to_address: string
  value: bigint
  block_number: bigint
  block_hash: string
  block_time: bigint
  order_id: string | null
  late: bigint
  confirmed_at: bigint | null
}

/** Transfers of one order that are read at most; beyond it is no payment any more. */
const PER_ORDER = 10_000

export function transferTable(sql: Sql): TransferTable {
  return {
    async insert(transfer) {
      const inserted = await sql.run(
        `INSERT INTO transfers (environment, network, tx_hash, log_index, from_address, to_address, value,
           block_number, block_hash, block_time, order_id, late)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        transfer.environment,
        transfer.network,
        transfer.txHash,
        transfer.logIndex,
        transfer.from,
        transfer.to,
        transfer.value,
        transfer.block.number,
        transfer.block.hash,
        transfer.block.timeAt,
        transfer.orderId,
        flag(transfer.isLate),
      )
      return inserted === 1
    },
    async listByOrder(orderId) {
      const rows = await sql.all<Row>(
        'SELECT * FROM transfers WHERE order_id = ? ORDER BY block_number, log_index LIMIT ?',
        orderId,
        PER_ORDER,
      )
      return rows.map(toTransfer)
    },
    async listToConfirm({ environment, network }, blockNumber, limit) {
      const rows = await sql.all<Row>(
        `SELECT * FROM transfers WHERE environment = ? AND network = ? AND block_number <= ?
           AND confirmed_at IS NULL AND order_id IS NOT NULL ORDER BY block_number, log_index, tx_hash LIMIT ?`,
        environment,
        network,
        blockNumber,
        limit,
      )
      return rows.map(toTransfer)
    },
    async confirm(transfer, at) {
      await sql.run(
        `UPDATE transfers SET confirmed_at = ?
         WHERE environment = ? AND network = ? AND tx_hash = ? AND log_index = ? AND confirmed_at IS NULL`,
        at,
        transfer.environment,
        transfer.network,
        transfer.txHash,
        transfer.logIndex,
      )
    },
  }
}

const toTransfer = (row: Row): RecordedTransfer => ({
  environment: row.environment,
  network: row.network,
  txHash: row.tx_hash,
  logIndex: Number(row.log_index),
  from: row.from_address,
  to: row.to_address,
  value: usdt(row.value),
  block: { number: Number(row.block_number), hash: row.block_hash, timeAt: Number(row.block_time) },
  orderId: row.order_id,
  isLate: row.late === 1n,
  confirmedAt: instantOrNull(row.confirmed_at),
})
