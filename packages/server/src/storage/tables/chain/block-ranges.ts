import { TooMuchReplaced } from '../../../domain/shared/operator-error.js'
import type { ChainId } from '../../../domain/shared/types.js'
import type { BlockRange } from '../../../domain/store/payment-tables.js'
import type { Sql } from '../../sql.js'
import type { ListRows } from './chain-order.js'

/** The most rows that one unit of work reads over several blocks. */
const MOST = 10_000
/** The most rows of one block, which cannot be split; no block has more. */
const MOST_IN_BLOCK = 100_000

/** Lists the canonical rows of a range of blocks. @throws TooMuchReplaced when there are more than one unit of work reads */
export async function listIn<Row>(
  table: 'transfers' | 'movements',
  list: ListRows<Row>,
  { environment, network }: ChainId,
  { after, upTo = Number.MAX_SAFE_INTEGER }: BlockRange,
): Promise<Row[]> {
  const most = upTo - after > 1 ? MOST : MOST_IN_BLOCK
  const where =
    'environment = ? AND network = ? AND block_number > ? AND block_number <= ? AND orphaned_at IS NULL'
  const rows = await list(where, environment, network, after, upTo, most + 1)
  if (rows.length > most) throw new TooMuchReplaced(table, after, most)
  return rows
}

/** Finds the newest block that has a canonical row, or with `isConfirmed` a confirmed one. */
export async function newestBlock(
  sql: Sql,
  table: 'transfers' | 'movements',
  { environment, network }: ChainId,
  isConfirmed = false,
): Promise<number | undefined> {
  const confirmed = isConfirmed ? 'AND confirmed_at IS NOT NULL' : ''
  const row = await sql.get<{ block_number: bigint }>(
    `SELECT block_number FROM ${table} WHERE environment = ? AND network = ? AND orphaned_at IS NULL ${confirmed}
     ORDER BY block_number DESC LIMIT 1`,
    environment,
    network,
  )
  return row && Number(row.block_number)
}
