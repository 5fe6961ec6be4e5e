import type { TreasuryTransfer, TreasuryTransferKind } from '../../../domain/chain/treasury-transfer.js'
import { usdt } from '../../../domain/shared/money.js'
import type { Environment, Network } from '../../../domain/shared/types.js'
import type { TreasuryTransferTable } from '../../../domain/store/payment-tables.js'
import { instantOrNull, type Sql, type SqlValue } from '../../sql.js'
import { listIn, newestBlock } from '../chain/block-ranges.js'
import { AFTER_PLACE, listsInChainOrder, placeOf } from '../chain/chain-order.js'
import { type ExactParts, exactParts, readExact } from './exact-sums.js'
import { ignoredReason, type StoredIgnoredReason, storedReason } from './ignored-reason.js'

interface Row {
  environment: Environment
  network: Network
  tx_hash: string
  log_index: bigint
  kind: TreasuryTransferKind
  from_address: string
  to_address: string | null
  value: bigint
  residue: bigint
  block_number: bigint
  block_hash: string
  block_time: bigint
  incarnation: bigint
  due_block: bigint
  ignored_reason: StoredIgnoredReason
  confirmed_at: bigint | null
  orphaned_at: bigint | null
}

/** A canonical transfer out of the hot wallet that was not signed here and has no explanation. */
const UNEXPLAINED = `kind = 'outgoing' AND orphaned_at IS NULL AND ignored_reason IS NULL AND NOT EXISTS (
  SELECT 1 FROM explanations WHERE explanations.environment = movements.environment
    AND explanations.network = movements.network AND explanations.tx_hash = movements.tx_hash
    AND explanations.log_index = movements.log_index)`

/** The most treasury transfers that one query reads. */
const MOST = 10_000

export function treasuryTransferTable(sql: Sql): TreasuryTransferTable {
  const { list, listFew } = listsInChainOrder(sql, 'movements', toTreasuryTransfer)
  return {
    async insert(transfer) {
      await sql.run(
        `INSERT INTO movements (kind, from_address, to_address, value, residue, block_number, block_hash, block_time,
           incarnation, due_block, ignored_reason, confirmed_at, orphaned_at, environment, network, tx_hash, log_index)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...changing(transfer),
        ...identity(transfer),
      )
    },
    async update(transfer) {
      await sql.run(
        `UPDATE movements SET kind = ?, from_address = ?, to_address = ?, value = ?, residue = ?, block_number = ?,
           block_hash = ?, block_time = ?, incarnation = ?, due_block = ?, ignored_reason = ?, confirmed_at = ?, orphaned_at = ?
         WHERE environment = ? AND network = ? AND tx_hash = ? AND log_index = ?`,
        ...changing(transfer),
        ...identity(transfer),
      )
    },
    async find(transfer) {
      const row = await sql.get<Row>(
        'SELECT * FROM movements WHERE environment = ? AND network = ? AND tx_hash = ? AND log_index = ?',
        ...identity(transfer),
      )
      return row && toTreasuryTransfer(row)
    },
    listDue({ environment, network }, blockNumber, { after, limit }) {
      return listFew(
        `environment = ? AND network = ? AND due_block <= ? AND confirmed_at IS NULL AND orphaned_at IS NULL
         AND to_address IS NOT NULL ${after ? AFTER_PLACE : ''}`,
        environment,
        network,
        blockNumber,
        ...(after ? placeOf(after) : []),
        limit,
      )
    },
    listUnconfirmed({ environment, network }, limit) {
      return listFew(
        'environment = ? AND network = ? AND confirmed_at IS NULL AND orphaned_at IS NULL',
        environment,
        network,
        limit,
      )
    },
    listDestroyed({ environment, network }, blockNumber, limit) {
      return list(
        `environment = ? AND network = ? AND due_block <= ? AND confirmed_at IS NULL AND orphaned_at IS NULL
         AND to_address IS NULL`,
        environment,
        network,
        blockNumber,
        limit,
      )
    },
    listIn: (id, blocks) => listIn('movements', list, id, blocks),
    newestBlock: (id, isConfirmed) => newestBlock(sql, 'movements', id, isConfirmed),
    listByTransaction: ({ environment, network, txHash }) =>
      list('environment = ? AND network = ? AND tx_hash = ?', environment, network, txHash, MOST),
    listUnexplained: ({ environment, network }, limit) =>
      list(`environment = ? AND network = ? AND ${UNEXPLAINED}`, environment, network, limit),
    async findUnexplained({ environment, network, to, value }) {
      const where = `environment = ? AND network = ? AND to_address = ? AND value = ? AND ${UNEXPLAINED}`
      const [found] = await listFew(where, environment, network, to, value, 1)
      return found
    },
    listByAddress({ environment, network }, address) {
      return list(
        'environment = ? AND network = ? AND (from_address = ? OR to_address = ?)',
        environment,
        network,
        address,
        address,
        MOST,
      )
    },
    async sumNet({ environment, network, address, upTo }) {
      const place = `environment = ? AND network = ? AND block_number <= ? AND orphaned_at IS NULL`
      const sum = async (column: 'to_address' | 'from_address') => {
        const row = await sql.get<ExactParts<'all'>>(
          `SELECT ${exactParts('1 = 1', 'all')} FROM movements WHERE ${place} AND ${column} = ?`,
          environment,
          network,
          upTo,
          address,
        )
        return readExact(row, 'all', network)
      }
      return (await sum('to_address')) - (await sum('from_address'))
    },
  }
}

const identity = (transfer: {
  environment: Environment
  network: Network
  txHash: string
  logIndex: number
}) => [transfer.environment, transfer.network, transfer.txHash, transfer.logIndex] as const

const changing = (transfer: TreasuryTransfer): SqlValue[] => [
  transfer.kind,
  transfer.from,
  transfer.to,
  transfer.value,
  transfer.residue ?? 0n,
  transfer.block.number,
  transfer.block.hash,
  transfer.block.timeAt,
  transfer.incarnation,
  transfer.dueBlock,
  storedReason(transfer.ignoredReason),
  transfer.confirmedAt,
  transfer.orphanedAt,
]

const toTreasuryTransfer = (row: Row): TreasuryTransfer => ({
  environment: row.environment,
  network: row.network,
  txHash: row.tx_hash,
  logIndex: Number(row.log_index),
  kind: row.kind,
  from: row.from_address,
  to: row.to_address,
  value: usdt(row.value),
  residue: row.residue,
  block: { number: Number(row.block_number), hash: row.block_hash, timeAt: Number(row.block_time) },
  incarnation: Number(row.incarnation),
  dueBlock: Number(row.due_block),
  ignoredReason: ignoredReason(row.ignored_reason),
  confirmedAt: instantOrNull(row.confirmed_at),
  orphanedAt: instantOrNull(row.orphaned_at),
})
