import type { AddressExcess } from '../../../domain/payments/address-excess.js'
import { usdt } from '../../../domain/shared/money.js'
import type { Environment, Network } from '../../../domain/shared/types.js'
import type { AddressExcessTable } from '../../../domain/store/payment-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  environment: Environment
  network: Network
  address: string
  order_id: string
  amount: bigint
  accepted: bigint
  reread_at: bigint
  reread_to: bigint
}

export function addressExcessTable(sql: Sql): AddressExcessTable {
  return {
    async find({ environment, network }, address) {
      const row = await sql.get<Row>(
        'SELECT * FROM address_excesses WHERE environment = ? AND network = ? AND address = ?',
        environment,
        network,
        address,
      )
      return row && toExcess(row)
    },
    async put({ environment, network, address, orderId, amount, accepted, rescanAt, rescannedTo }) {
      await sql.run(
        `INSERT INTO address_excesses
           (environment, network, address, order_id, amount, accepted, reread_at, reread_to)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (environment, network, address) DO UPDATE SET order_id = excluded.order_id,
           amount = excluded.amount, reread_at = excluded.reread_at, reread_to = excluded.reread_to`,
        environment,
        network,
        address,
        orderId,
        amount,
        accepted,
        rescanAt,
        rescannedTo,
      )
    },
    async listUnexplained({ environment, network }) {
      const rows = await sql.all<Row>(
        `SELECT * FROM address_excesses WHERE environment = ? AND network = ? AND amount > accepted
         ORDER BY reread_at, address LIMIT 1000`,
        environment,
        network,
      )
      return rows.map(toExcess)
    },
    async lowerAccepted({ environment, network }, address, by) {
      await sql.run(
        `UPDATE address_excesses SET accepted = CASE WHEN accepted > ? THEN accepted - ? ELSE 0 END
         WHERE environment = ? AND network = ? AND address = ?`,
        by,
        by,
        environment,
        network,
        address,
      )
    },
    async acceptAll({ environment, network }) {
      await sql.run(
        `UPDATE address_excesses SET accepted = amount
         WHERE environment = ? AND network = ? AND amount > accepted`,
        environment,
        network,
      )
    },
  }
}

const toExcess = (row: Row): AddressExcess => ({
  environment: row.environment,
  network: row.network,
  address: row.address,
  orderId: row.order_id,
  amount: usdt(row.amount),
  accepted: usdt(row.accepted),
  rescanAt: Number(row.reread_at),
  rescannedTo: Number(row.reread_to),
})
