import { TooMuchReplaced } from '../../../domain/shared/operator-error.js'
import type { ChainId } from '../../../domain/shared/types.js'
import type { BlockRange } from '../../../domain/store/payment-tables.js'
import type { Sql } from '../../sql.js'
import type { ListRows } from './chain-order.js'

/** Rows of many blocks that one unit of work takes. */
const MOST = 10_000
/** Those of one block are not divided; more than this no block holds. */
const MOST_IN_BLOCK = 100_000

/** Canonical rows of those blocks. @throws TooMuchReplaced */
export async function listIn<Row>(
  what: 'transfers' | 'movements',
  list: ListRows<Row>,
  { environment, network }: ChainId,
  { after, upTo = Number.MAX_SAFE_INTEGER }: BlockRange,
): Promise<Row[]> {
  const most = upTo - after > 1 ? MOST : MOST_IN_BLOCK
  const where =
    'environment = ? AND network = ? AND block_number > ? AND block_number <= ? AND orphaned_at IS NULL'
  const rows = await list(where, environment, network, after, upTo, most + 1)
  if (rows.length > most) throw new TooMuchReplaced(what, after, most)
  return rows
}

/** The newest block with a canonical row, or with one that was booked for good. */
export async function newestBlock(
  sql: Sql,
  what: 'transfers' | 'movements',
  { environment, network }: ChainId,
  isConfirmed = false,
): Promise<number | undefined> {
  const confirmed = isConfirmed ? 'AND confirmed_at IS NOT NULL' : ''
  const row = await sql.get<{ block_number: bigint }>(
    `SELECT block_number FROM ${what} WHERE environment = ? AND network = ? AND orphaned_at IS NULL ${confirmed}
     ORDER BY block_number DESC LIMIT 1`,
    environment,
    network,
  )
  return row && Number(row.block_number)
}
