import type { Environment, Network } from '../../../domain/shared/types.js'
import type { DestinationTable } from '../../../domain/store/withdrawal-tables.js'
import type { Destination } from '../../../domain/withdrawals/destination.js'
import { addressSpellings } from '../../../networks/spellings.js'
import { placeholders, type Sql, whereEqual } from '../../sql.js'

interface Row {
  id: string
  merchant_id: string
  environment: Environment
  network: Network
  address: string
  label: string
  created_at: bigint
  usable_at: bigint
}

export function destinationTable(sql: Sql): DestinationTable {
  return {
    async insert(destination) {
      await sql.run(
        `INSERT INTO withdrawal_destinations (id, merchant_id, environment, network, address, label, created_at,
           usable_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        destination.id,
        destination.merchantId,
        destination.environment,
        destination.network,
        destination.address,
        destination.label,
        destination.createdAt,
        destination.usableAt,
      )
    },
    async find(id) {
      const row = await sql.get<Row>('SELECT * FROM withdrawal_destinations WHERE id = ?', id)
      return row && toDestination(row)
    },
    async list({ merchantId, environment }) {
      const rows = await sql.all<Row>(
        `SELECT * FROM withdrawal_destinations WHERE merchant_id = ? AND environment = ?
         ORDER BY created_at DESC, id DESC`,
        merchantId,
        environment,
      )
      return rows.map(toDestination)
    },
    async search({ environment, merchantId, limit }) {
      const where = whereEqual({ environment, merchant_id: merchantId })
      const text = `SELECT * FROM withdrawal_destinations ${where.text} ORDER BY id DESC LIMIT ?`
      return (await sql.all<Row>(text, ...where.values, limit)).map(toDestination)
    },
    async listMerchantsOf({ environment, network }, address, limit) {
      const addresses = addressSpellings(network, address)
      const rows = await sql.all<Pick<Row, 'merchant_id'>>(
        `SELECT merchant_id FROM withdrawal_destinations WHERE environment = ? AND network = ?
           AND address IN (${placeholders(addresses.length)}) GROUP BY merchant_id ORDER BY merchant_id LIMIT ?`,
        ...[environment, network, ...addresses, limit],
      )
      return rows.map(({ merchant_id }) => merchant_id)
    },
    async listNew(now, limit) {
      const rows = await sql.all<Row>(
        `SELECT * FROM withdrawal_destinations WHERE environment = 'live' AND usable_at > ?
         ORDER BY usable_at, id LIMIT ?`,
        now,
        limit,
      )
      return rows.map(toDestination)
    },
    async delete(id) {
      return (await sql.run('DELETE FROM withdrawal_destinations WHERE id = ?', id)) === 1
    },
    async sumUnlisted({ merchantId, environment }, since) {
      const row = await sql.get<{ total: bigint }>(
        `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS total FROM unlisted_withdrawals
         WHERE merchant_id = ? AND environment = ? AND created_at > ?`,
        merchantId,
        environment,
        since,
      )
      return row?.total ?? 0n
    },
    async forgetUnlisted(withdrawalId) {
      await sql.run('DELETE FROM unlisted_withdrawals WHERE withdrawal_id = ?', withdrawalId)
    },
    async noteUnlisted({ id, merchantId, environment, amount }, at) {
      await sql.run(
        `INSERT INTO unlisted_withdrawals (withdrawal_id, merchant_id, environment, amount, created_at)
         VALUES (?, ?, ?, ?, ?)`,
        id,
        merchantId,
        environment,
        amount,
        at,
      )
    },
  }
}

const toDestination = (row: Row): Destination => ({
  id: row.id,
  merchantId: row.merchant_id,
  environment: row.environment,
  network: row.network,
  address: row.address,
  label: row.label,
  createdAt: Number(row.created_at),
  usableAt: Number(row.usable_at),
})
