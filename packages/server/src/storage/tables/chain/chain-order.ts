import type { TransferPlace } from '../../../domain/store/payment-tables.js'
import type { Sql, SqlValue } from '../../sql.js'

/** Rows after a place, in chain order. */
export const AFTER_PLACE = 'AND (block_number, log_index, tx_hash) > (?, ?, ?)'

export const placeOf = ({ block, logIndex, txHash }: TransferPlace) =>
  [block.number, logIndex, txHash] as const

/** Rows under a condition. The last value bounds how many. */
export type ListRows<Item> = (where: string, ...values: SqlValue[]) => Promise<Item[]>

/** Lists a table in chain order: `list` where the plan may read rows in that order, `listFew` where it is to sort what it finds. */
export function listsInChainOrder<Row, Item>(
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
  // «+ 0»: SQLite would rather read all of a network in order than sort the few that an index finds.
  return { list: orderedBy('block_number'), listFew: orderedBy('block_number + 0') }
}
