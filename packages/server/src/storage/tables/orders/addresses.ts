import type { Address } from '../../../domain/orders/order.js'
import type { ChainId } from '../../../domain/shared/types.js'
import type { AddressTable, ListedAddress, SweepableAddress } from '../../../domain/store/address-tables.js'
import { inBatches, instantOrNull, rowPlaceholders, type Sql } from '../../sql.js'
import { addressIndexes } from './address-indexes.js'

interface ListedRow {
  id: string
  address: string
  derivation_index: bigint
  free_at: bigint | null
  merchant_id: string | null
  order_id: string | null
}

interface SweepableRow {
  address: string
  derivation_index: bigint
  is_leased: bigint
  is_blacklisted: bigint
  is_frozen: bigint
  is_unscreened: bigint
  newest_at: bigint
}

/** Transfers to the address of a row that are on the chain. */
const TRANSFERS_TO_IT = `FROM transfers WHERE transfers.environment = addresses.environment
  AND transfers.network = addresses.network AND to_address = address AND orphaned_at IS NULL`

interface LeaseRow {
  from_at: bigint
  after_block: bigint | null
  released_at: bigint | null
  until_at: bigint | null
}

export function addressTable(sql: Sql, stripe: number): AddressTable {
  async function listSince(
    { environment, network }: ChainId,
    index: number,
    limit: number,
    where = '',
  ): Promise<{ index: number; address: string }[]> {
    const rows = await sql.all<{ derivation_index: bigint; address: string }>(
      `SELECT derivation_index, address FROM addresses WHERE environment = ? AND network = ?
         AND derivation_index > ? ${where} ORDER BY derivation_index LIMIT ?`,
      environment,
      network,
      index,
      limit,
    )
    return rows.map(({ derivation_index, address }) => ({ index: Number(derivation_index), address }))
  }

  return {
    // The condition is repeated outside the sub-select, since the row may have changed after it was picked. Rows locked by
    // other writers are skipped, so that parallel orders take different rested addresses instead of new ones.
    async takeRested({ environment, network }, merchantId, { at, after }) {
      const row = await sql.get<Address & { rested_until: bigint | null }>(
        `UPDATE addresses SET free_at = NULL
         WHERE id = (SELECT id FROM addresses WHERE merchant_id = ? AND environment = ? AND network = ?
                       AND free_at <= ? AND free_at > ? AND blacklisted_at IS NULL
                     ORDER BY free_at LIMIT 1
                     FOR UPDATE SKIP LOCKED)
           AND free_at <= ? AND blacklisted_at IS NULL
         RETURNING id, address,
           (SELECT MAX(until_at) FROM address_leases WHERE address_id = addresses.id) AS rested_until`,
        merchantId,
        environment,
        network,
        at,
        after,
        at,
      )
      return row && { id: row.id, address: row.address, restedUntil: instantOrNull(row.rested_until) }
    },
    async blacklist({ environment, network }, address, at) {
      await sql.run(
        `UPDATE addresses SET blacklisted_at = COALESCE(blacklisted_at, ?)
         WHERE environment = ? AND network = ? AND address = ?`,
        at,
        environment,
        network,
        address,
      )
    },
    async isBlacklisted(addressId) {
      const row = await sql.get<{ id: string }>(
        'SELECT id FROM addresses WHERE id = ? AND blacklisted_at IS NOT NULL',
        addressId,
      )
      return row !== undefined
    },
    async retireAll({ environment, network }, at) {
      await sql.run(
        `UPDATE addresses SET blacklisted_at = ?
         WHERE environment = ? AND network = ? AND blacklisted_at IS NULL`,
        at,
        environment,
        network,
      )
    },
    ...addressIndexes(sql),
    async insert({ environment, network, merchantId, id, address, index }) {
      await sql.insertAll([
        [
          `INSERT INTO addresses (id, environment, network, merchant_id, derivation_index, address)
           VALUES (?, ?, ?, ?, ?, ?)`,
          id,
          environment,
          network,
          merchantId,
          index,
          address,
        ],
        [
          `INSERT INTO merchant_addresses (environment, network, merchant_id, stripe, total) VALUES (?, ?, ?, ?, 1)
           ON CONFLICT (environment, network, merchant_id, stripe) DO UPDATE SET total = merchant_addresses.total + 1`,
          environment,
          network,
          merchantId,
          stripe,
        ],
      ])
    },
    async insertSkipped({ environment, network }, addresses) {
      for (const batch of inBatches(addresses)) {
        await sql.run(
          `INSERT INTO addresses (id, environment, network, derivation_index, address)
           VALUES ${rowPlaceholders(batch.length, '(?, ?, ?, ?, ?)')} ON CONFLICT DO NOTHING`,
          ...batch.flatMap(({ id, index, address }) => [id, environment, network, index, address]),
        )
      }
    },
    async shareOf({ environment, network }, merchantId) {
      const [own, other] = await Promise.all([
        sql.get<{ total: bigint }>(
          `SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) AS total FROM merchant_addresses
           WHERE environment = ? AND network = ? AND merchant_id = ?`,
          environment,
          network,
          merchantId,
        ),
        sql.get<{ total: bigint }>(
          'SELECT total FROM merchant_addresses WHERE environment = ? AND network = ? AND merchant_id <> ? LIMIT 1',
          environment,
          network,
          merchantId,
        ),
      ])
      return { total: Number(own?.total ?? 0), isOnly: other === undefined }
    },
    async insertLease({ orderId, addressId, fromAt }) {
      await sql.run(
        `INSERT INTO address_leases (order_id, address_id, from_at, after_block)
         SELECT ?, addresses.id, ?, block_number FROM addresses LEFT JOIN chain_cursors
           ON chain_cursors.environment = addresses.environment AND chain_cursors.network = addresses.network
         WHERE addresses.id = ?`,
        orderId,
        fromAt,
        addressId,
      )
    },
    async rest({ addressId, orderId, at, until }) {
      // Locks the address before the check that it was not leased again.
      const before = await sql.get<{ free_at: bigint | null }>(
        'UPDATE addresses SET free_at = free_at WHERE id = ? RETURNING free_at',
        addressId,
      )
      // A lease that another one has followed keeps its end; a cool-down is never shortened.
      const rest = await sql.get<{ until_at: bigint }>(
        `UPDATE address_leases SET released_at = COALESCE(released_at, ?),
           until_at = CASE WHEN until_at > ? THEN until_at WHEN from_at > ? THEN from_at ELSE ? END
         WHERE order_id = ? AND order_id = (SELECT order_id FROM address_leases WHERE address_id = ?
                                            ORDER BY from_at DESC LIMIT 1)
         RETURNING until_at`,
        at,
        until,
        until,
        until,
        orderId,
        addressId,
      )
      if (!rest) return false
      await sql.run('UPDATE addresses SET free_at = ? WHERE id = ?', rest.until_at, addressId)
      return before?.free_at === null
    },
    async findHolder({ environment, network }, address, at) {
      const known = await sql.get<{ id: string }>(
        'SELECT id FROM addresses WHERE environment = ? AND network = ? AND address = ?',
        environment,
        network,
        address,
      )
      if (!known) return undefined
      const lease = await sql.get<{ order_id: string }>(
        `SELECT order_id FROM address_leases
         WHERE address_id = ? AND from_at <= ? AND (until_at IS NULL OR until_at > ?)
         ORDER BY from_at DESC LIMIT 1`,
        known.id,
        at,
        at,
      )
      return { orderId: lease?.order_id }
    },
    async findLease(orderId) {
      const row = await sql.get<LeaseRow>(
        'SELECT from_at, after_block, released_at, until_at FROM address_leases WHERE order_id = ?',
        orderId,
      )
      return (
        row && {
          fromAt: Number(row.from_at),
          afterBlock: row.after_block === null ? null : Number(row.after_block),
          releasedAt: instantOrNull(row.released_at),
          untilAt: instantOrNull(row.until_at),
        }
      )
    },
    listSince: (id, index, limit) => listSince(id, index, limit),
    listUsed: (id, index, limit) =>
      listSince(
        id,
        index,
        limit,
        `AND (merchant_id IS NOT NULL OR EXISTS (SELECT 1 FROM transfers
           WHERE transfers.environment = addresses.environment AND transfers.network = addresses.network
             AND to_address = address))`,
      ),
    async listSweepable({ environment, network }, index, limit) {
      const rows = await sql.all<SweepableRow>(
        `SELECT derivation_index, address,
           CASE WHEN free_at IS NULL AND merchant_id IS NOT NULL THEN 1 ELSE 0 END AS is_leased,
           CASE WHEN blacklisted_at IS NULL THEN 0 ELSE 1 END AS is_blacklisted,
           CASE WHEN EXISTS (SELECT 1 FROM address_leases JOIN orders ON orders.id = address_leases.order_id
             WHERE address_leases.address_id = addresses.id AND orders.status = 'FROZEN') THEN 1 ELSE 0 END AS is_frozen,
           CASE WHEN EXISTS (SELECT 1 ${TRANSFERS_TO_IT} AND screened_at IS NULL) THEN 1 ELSE 0 END AS is_unscreened,
           (SELECT MAX(block_time) ${TRANSFERS_TO_IT}) AS newest_at
         FROM addresses WHERE environment = ? AND network = ? AND derivation_index > ?
           AND EXISTS (SELECT 1 ${TRANSFERS_TO_IT}) ORDER BY derivation_index LIMIT ?`,
        environment,
        network,
        index,
        limit,
      )
      return rows.map(
        (row): SweepableAddress => ({
          index: Number(row.derivation_index),
          address: row.address,
          isLeased: row.is_leased > 0n,
          isBlacklisted: row.is_blacklisted > 0n,
          isFrozen: row.is_frozen > 0n,
          isUnscreened: row.is_unscreened > 0n,
          newestAt: Number(row.newest_at),
        }),
      )
    },
    async listKnown({ environment, network }, addresses) {
      const known: string[] = []
      for (const address of addresses) {
        const row = await sql.get<{ address: string }>(
          'SELECT address FROM addresses WHERE environment = ? AND network = ? AND address = ?',
          environment,
          network,
          address,
        )
        if (row) known.push(row.address)
      }
      return known
    },
    async list({ environment, network, limit }) {
      const rows = await sql.all<ListedRow>(
        `SELECT id, address, derivation_index, free_at, merchant_id,
           (SELECT order_id FROM address_leases WHERE address_id = addresses.id
            ORDER BY from_at DESC LIMIT 1) AS order_id
         FROM addresses WHERE environment = ? AND network = ? ORDER BY derivation_index DESC LIMIT ?`,
        environment,
        network,
        limit,
      )
      return rows.map(
        (row): ListedAddress => ({
          environment,
          network,
          id: row.id,
          address: row.address,
          index: Number(row.derivation_index),
          merchantId: row.merchant_id,
          orderId: row.order_id,
          freeAt: instantOrNull(row.free_at),
        }),
      )
    },
  }
}
