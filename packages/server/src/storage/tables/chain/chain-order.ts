import type { TransferPosition } from '../../../domain/store/payment-tables.js'
import type { Columns, Sql, SqlValue } from '../../sql.js'

/** Selects the rows after a place, in chain order. */
export const AFTER_PLACE = 'AND (block_number, log_index, tx_hash) > (?, ?, ?)'

export const placeOf = ({ block, logIndex, txHash }: TransferPosition) =>
  [block.number, logIndex, txHash] as const

/** Lists the rows under a condition. The last value is the limit. */
export type ListRows<Item> = (where: string, ...values: SqlValue[]) => Promise<Item[]>

/**
 * Lists a table in chain order. `list` lets the database read rows in that order; `listFew` makes it find the few rows by
 * an index and sort them.
 */
export function listsInChainOrder<Row extends Columns<Row>, Item>(
  sql: Sql,
  table: 'transfers' | 'movements',
  toItem: (row: Row) => Item,
): { list: ListRows<Item>; listFew: ListRows<Item> } {
  const orderedBy =
    (order: string): ListRows<Item> =>
    async (where, ...values) => {
      const rows = await sql.all<Row>(
        `SELECT * FROM ${table} WHERE ${where} ORDER BY ${order}, log_index, tx_hash LIMIT ?`,
        ...values,
      )
      return rows.map(toItem)
    }
  // Without `+ 0` SQLite would read all rows of a network in order instead of sorting the few that an index finds.
  return { list: orderedBy('block_number'), listFew: orderedBy('block_number + 0') }
}
