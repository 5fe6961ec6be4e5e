import type { Order } from '../../domain/orders/order.js'
import { findPage } from '../../domain/orders/order-search.js'
import type { FoundPage } from '../../domain/shared/search-window.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { spellingsOf } from '../../networks/spellings.js'
import type { ReadFilter } from './order-filter.js'

/** Finds a page of orders by the filters of the address, as the command `orders list` does. */
export const findOrders = (
  tx: Tx,
  { filter, text, after }: ReadFilter,
  rows: number,
  most?: number,
): Promise<FoundPage<Order>> => {
  const spellings = text === undefined ? [] : spellingsOf(text)
  return findPage(tx, filter, { text, spellings, after, rows, ...(most !== undefined && { most }) })
}
