import type { Order } from '../../domain/orders/order.js'
import { type FoundOrders, searchOrders, searchText } from '../../domain/orders/order-search.js'
import type { Position } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Visit } from '../visit.js'
import type { ReadFilter } from './order-filter.js'

export interface FoundPage extends FoundOrders {
  /** The last order of the page if more follow. */
  readonly next: Position | undefined
}

/** Finds a page of orders by the filters of the address, as the command `orders list` does. */
export async function findOrders(
  tx: Tx,
  { services }: Visit,
  { filter, text, after }: ReadFilter,
  rows: number,
): Promise<FoundPage> {
  const found =
    text === undefined
      ? await searchOrders(tx, filter, rows + 1, after)
      : await searchText(tx, filter, { text, spellings: services.spellingsOf(text), limit: rows + 1, after })
  const orders: readonly Order[] = found.orders.slice(0, rows)
  return { ...found, orders, next: found.orders.length > rows ? orders.at(-1) : undefined }
}
