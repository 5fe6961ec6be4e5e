import { DUST, type RecordedTransfer } from '../../../domain/chain/transfer.js'
import { usdt } from '../../../domain/shared/money.js'
import type { Environment, Network } from '../../../domain/shared/types.js'
import type { TransferTable } from '../../../domain/store/payment-tables.js'
import { flag, instantOrNull, type Sql, type SqlValue } from '../../sql.js'
import { listIn, newestBlock } from '../chain/block-ranges.js'
import { AFTER_PLACE, listsInChainOrder, placeOf } from '../chain/chain-order.js'
import { type ExactParts, exactParts, readExact } from './exact-sums.js'
import { ignoredReason, type StoredIgnoredReason, storedReason } from './ignored-reason.js'

interface Row {
  environment: Environment
  network: Network
  tx_hash: string
  log_index: bigint
  from_address: string
  to_address: string
  origin: string | null
  value: bigint
  residue: bigint
  block_number: bigint
  block_hash: string
  block_time: bigint
  incarnation: bigint
  order_id: string | null
  late: bigint
  flagged: bigint
  screened_at: bigint | null
  due_block: bigint
  ignored_reason: StoredIgnoredReason
  confirmed_at: bigint | null
  orphaned_at: bigint | null
  attributed_to: string | null
}

/** The most transfers that one query reads; no address of a real payment has more. */
const MOST = 10_000
/** The most transfers that an order lists: its oldest. */
const PER_ORDER = 1_000

/** A late payment is credited only after its order has ended. */
const IS_ORDER_OPEN = `EXISTS (SELECT id FROM orders WHERE id = transfers.order_id AND status IN ('OPEN', 'CONFIRMING'))`

/** The condition of the index of suspense. */
export const IN_SUSPENSE = `order_id IS NULL AND attributed_to IS NULL AND confirmed_at IS NOT NULL
  AND orphaned_at IS NULL AND ignored_reason IS NULL`

const BY_VALUE = { dust: 'AND value < ?', payments: 'AND value >= ?' } as const

const BY_STATE = { canonical: '', confirmed: 'AND confirmed_at IS NOT NULL' } as const

export function transferTable(sql: Sql): TransferTable {
  const { list, listFew } = listsInChainOrder(sql, 'transfers', toTransfer)
  return {
    async insert(transfer) {
      await sql.run(
        `INSERT INTO transfers (from_address, to_address, origin, value, residue, block_number, block_hash, block_time,
           incarnation, order_id, late, flagged, screened_at, due_block, ignored_reason, confirmed_at, orphaned_at,
           attributed_to, environment, network, tx_hash, log_index)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...changing(transfer),
        ...identity(transfer),
      )
    },
    async update(transfer) {
      await sql.run(
        `UPDATE transfers SET from_address = ?, to_address = ?, origin = ?, value = ?, residue = ?, block_number = ?,
           block_hash = ?, block_time = ?, incarnation = ?, order_id = ?, late = ?, flagged = ?, screened_at = ?, due_block = ?,
           ignored_reason = ?, confirmed_at = ?, orphaned_at = ?, attributed_to = ?
         WHERE environment = ? AND network = ? AND tx_hash = ? AND log_index = ?`,
        ...changing(transfer),
        ...identity(transfer),
      )
    },
    async find(transfer) {
      const row = await sql.get<Row>(
        'SELECT * FROM transfers WHERE environment = ? AND network = ? AND tx_hash = ? AND log_index = ?',
        ...identity(transfer),
      )
      return row && toTransfer(row)
    },
    listByOrder: (orderId) => list('order_id = ?', orderId, PER_ORDER),
    async listAwaited(orderId, limit) {
      const rows = await sql.all<Row>(
        `SELECT * FROM transfers
         WHERE order_id = ? AND confirmed_at IS NULL AND orphaned_at IS NULL AND ignored_reason IS NULL
         ORDER BY due_block DESC, value DESC LIMIT ?`,
        orderId,
        limit,
      )
      return rows.map(toTransfer)
    },
    async listForEvent(orderId, which, limit) {
      const rows = await sql.all<Row>(
        `SELECT * FROM (SELECT * FROM transfers WHERE order_id = ? AND orphaned_at IS NULL ${BY_STATE[which]}
           ORDER BY flagged DESC, value DESC, block_number, log_index, tx_hash LIMIT ?) AS told
         ORDER BY block_number, log_index, tx_hash`,
        orderId,
        limit,
      )
      return rows.map(toTransfer)
    },
    async listSenders(orderId, limit) {
      const rows = await sql.all<{ from_address: string }>(
        `SELECT DISTINCT from_address FROM transfers
         WHERE order_id = ? AND confirmed_at IS NOT NULL AND orphaned_at IS NULL LIMIT ?`,
        orderId,
        limit,
      )
      return rows.map((row) => row.from_address)
    },
    listByAddress({ environment, network }, address) {
      return listFew(
        'environment = ? AND network = ? AND to_address = ?',
        environment,
        network,
        address,
        MOST,
      )
    },
    listInSuspense(environment, limit) {
      return list(`environment = ? AND ${IN_SUSPENSE}`, environment, limit)
    },
    async listLatestInSuspense(environment, { before, limit }) {
      const isBefore = before ? 'AND (confirmed_at, tx_hash, log_index) < (?, ?, ?)' : ''
      const rows = await sql.all<Row>(
        `SELECT * FROM transfers WHERE environment = ? AND ${IN_SUSPENSE} ${isBefore}
         ORDER BY confirmed_at DESC, tx_hash DESC, log_index DESC LIMIT ?`,
        environment,
        ...(before ? [before.confirmedAt, before.txHash, before.logIndex] : []),
        limit,
      )
      return rows.map(toTransfer)
    },
    listDue({ environment, network }, blockNumber, { after, limit }) {
      return list(
        `environment = ? AND network = ? AND due_block <= ? AND screened_at IS NOT NULL
         AND confirmed_at IS NULL AND orphaned_at IS NULL AND ignored_reason IS NULL
         AND (late = 0 OR NOT ${IS_ORDER_OPEN})
         ${after ? AFTER_PLACE : ''}`,
        environment,
        network,
        blockNumber,
        ...(after ? placeOf(after) : []),
        limit,
      )
    },
    listWaitingLate({ environment, network }, blockNumber, limit) {
      return list(
        `environment = ? AND network = ? AND due_block <= ? AND late = 1 ${BY_VALUE.payments}
         AND screened_at IS NOT NULL AND confirmed_at IS NULL AND orphaned_at IS NULL AND ignored_reason IS NULL
         AND ${IS_ORDER_OPEN}`,
        environment,
        network,
        blockNumber,
        DUST,
        limit,
      )
    },
    listUnconfirmed({ environment, network }, limit) {
      return list(
        `environment = ? AND network = ?
         AND confirmed_at IS NULL AND orphaned_at IS NULL AND ignored_reason IS NULL`,
        environment,
        network,
        limit,
      )
    },
    listUnscreened({ environment, network }, after, limit, only) {
      return list(
        `environment = ? AND network = ? AND screened_at IS NULL AND orphaned_at IS NULL AND ignored_reason IS NULL
         ${only ? BY_VALUE[only] : ''} ${after ? AFTER_PLACE : ''}`,
        environment,
        network,
        ...(only ? [DUST] : []),
        ...(after ? placeOf(after) : []),
        limit,
      )
    },
    listIn: (id, blocks) => listIn('transfers', list, id, blocks),
    newestBlock: (id, isConfirmed) => newestBlock(sql, 'transfers', id, isConfirmed),
    async countInFlight(orderId, limit) {
      const row = await sql.get<{ count: bigint }>(
        `SELECT COUNT(*) AS count FROM (SELECT order_id FROM transfers
           WHERE order_id = ? AND confirmed_at IS NULL AND orphaned_at IS NULL AND late = 0 LIMIT ?) AS few`,
        orderId,
        limit,
      )
      return Number(row?.count ?? 0)
    },
    async listForeignReceivers({ environment, network }, after, limit) {
      const rows = await sql.all<{ to_address: string }>(
        `SELECT DISTINCT to_address FROM transfers WHERE environment = ? AND network = ? AND to_address > ?
           AND NOT EXISTS (SELECT 1 FROM addresses WHERE addresses.environment = transfers.environment
             AND addresses.network = transfers.network AND address = to_address)
         ORDER BY to_address LIMIT ?`,
        environment,
        network,
        after,
        limit,
      )
      return rows.map((row) => row.to_address)
    },
    async sumReceived({ environment, network, address, upTo }) {
      const row = await sql.get<SumRow>(
        `SELECT ${exactParts('ignored_reason IS NULL', 'counted')},
           ${exactParts('ignored_reason IS NULL AND confirmed_at IS NULL', 'pending')},
           ${exactParts('ignored_reason IS NOT NULL', 'ignored')}
         FROM transfers WHERE environment = ? AND network = ? AND to_address = ?
           AND block_number <= ? AND orphaned_at IS NULL`,
        environment,
        network,
        address,
        upTo,
      )
      return {
        counted: readExact(row, 'counted', network),
        pending: readExact(row, 'pending', network),
        ignored: readExact(row, 'ignored', network),
      }
    },
  }
}

type SumRow = ExactParts<'counted' | 'pending' | 'ignored'>

const identity = (transfer: {
  environment: Environment
  network: Network
  txHash: string
  logIndex: number
}) => [transfer.environment, transfer.network, transfer.txHash, transfer.logIndex] as const

const changing = (transfer: RecordedTransfer): SqlValue[] => [
  transfer.from,
  transfer.to,
  transfer.origin,
  transfer.value,
  transfer.residue ?? 0n,
  transfer.block.number,
  transfer.block.hash,
  transfer.block.timeAt,
  transfer.incarnation,
  transfer.orderId,
  flag(transfer.isLate),
  flag(transfer.isFlagged),
  transfer.screenedAt,
  transfer.dueBlock,
  storedReason(transfer.ignoredReason),
  transfer.confirmedAt,
  transfer.orphanedAt,
  transfer.attributedTo,
]

const toTransfer = (row: Row): RecordedTransfer => ({
  environment: row.environment,
  network: row.network,
  txHash: row.tx_hash,
  logIndex: Number(row.log_index),
  from: row.from_address,
  to: row.to_address,
  origin: row.origin,
  value: usdt(row.value),
  residue: row.residue,
  block: { number: Number(row.block_number), hash: row.block_hash, timeAt: Number(row.block_time) },
  incarnation: Number(row.incarnation),
  orderId: row.order_id,
  isLate: row.late === 1n,
  isFlagged: row.flagged === 1n,
  screenedAt: instantOrNull(row.screened_at),
  dueBlock: Number(row.due_block),
  ignoredReason: ignoredReason(row.ignored_reason),
  confirmedAt: instantOrNull(row.confirmed_at),
  orphanedAt: instantOrNull(row.orphaned_at),
  attributedTo: row.attributed_to,
})
