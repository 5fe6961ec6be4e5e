import type { Address } from '../../domain/orders.js'
import type { AddressTable } from '../../domain/ports.js'
import type { Sql } from '../sql.js'

export function addressTable(sql: Sql): AddressTable {
  return {
    // What makes a row free is repeated outside the sub-select: two writers may pick the same row, one gets it.
    leaseFree({ environment, network }, { orderId, at }) {
      return sql.get<Address>(
        `UPDATE addresses SET order_id = ?, free_at = NULL
         WHERE id = (SELECT id FROM addresses WHERE environment = ? AND network = ? AND free_at <= ?
                     ORDER BY free_at LIMIT 1) AND free_at IS NOT NULL
         RETURNING id, address`,
        orderId,
        environment,
        network,
        at,
      )
    },
    async nextIndex({ environment, network }) {
      // One writer at a time counts on: the first address's row is the lock, and changes nothing by this.
      await sql.run(
        `UPDATE addresses SET address = address
         WHERE environment = ? AND network = ? AND derivation_index = 1`,
        environment,
        network,
      )
      const row = await sql.get<{ highest: bigint | null }>(
        'SELECT MAX(derivation_index) AS highest FROM addresses WHERE environment = ? AND network = ?',
        environment,
        network,
      )
      return Number(row?.highest ?? 0) + 1
    },
    async insertLeased({ environment, network, id, address, index, orderId }) {
      await sql.run(
        `INSERT INTO addresses (id, environment, network, derivation_index, address, order_id)
         VALUES (?, ?, ?, ?, ?, ?)`,
        id,
        environment,
        network,
        index,
        address,
        orderId,
      )
    },
    async release(addressId, freeAt) {
      await sql.run('UPDATE addresses SET free_at = ? WHERE id = ?', freeAt, addressId)
    },
    async findHolder({ environment, network }, address) {
      const row = await sql.get<{ order_id: string }>(
        'SELECT order_id FROM addresses WHERE environment = ? AND network = ? AND address = ?',
        environment,
        network,
        address,
      )
      return row?.order_id
    },
  }
}
