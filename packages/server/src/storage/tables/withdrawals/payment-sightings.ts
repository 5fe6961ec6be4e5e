import type { PaymentSightingTable } from '../../../domain/store/withdrawal-tables.js'
import type { Sql } from '../../sql.js'

export function paymentSightingTable(sql: Sql): PaymentSightingTable {
  return {
    async insert({ txHash, afterBlock }) {
      await sql.run(
        'INSERT INTO payment_sightings (tx_hash, after_block) VALUES (?, ?)',
        ...[txHash, afterBlock],
      )
    },
    async noteSeen(txHash, block) {
      await sql.run(
        'UPDATE payment_sightings SET seen_block = ? WHERE tx_hash = ? AND seen_block IS NULL',
        ...[block, txHash],
      )
    },
    async find(txHash) {
      const row = await sql.get<{ after_block: bigint; seen_block: bigint | null }>(
        'SELECT after_block, seen_block FROM payment_sightings WHERE tx_hash = ?',
        txHash,
      )
      return row && { txHash, afterBlock: Number(row.after_block), isSeen: row.seen_block !== null }
    },
  }
}
