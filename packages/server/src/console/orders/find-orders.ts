import type { Order } from '../../domain/orders/order.js'
import { type FoundOrders, searchOrders, searchText } from '../../domain/orders/order-search.js'
import type { Position } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Visit } from '../visit.js'
import type { ReadFilter } from './order-filter.js'

/** Orders that one page compares with its filters. Older ones are on the next page. */
export const COMPARED_PER_PAGE = 10_000
/** Behind every id, so that no order of the same millisecond is left out. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export interface FoundPage extends FoundOrders {
  /** The place behind which the next page begins, if more orders follow. */
  readonly next: Position | undefined
}

/**
 * Finds a page of orders by the filters of the address, as the command `orders list` does.
 *
 * @param most orders that are compared with filters that have no index
 */
export async function findOrders(
  tx: Tx,
  { services }: Visit,
  { filter, text, after }: ReadFilter,
  rows: number,
  most = COMPARED_PER_PAGE,
): Promise<FoundPage> {
  const found =
    text === undefined
      ? await searchOrders(tx, filter, rows + 1, after, most)
      : await searchText(tx, filter, {
          text,
          spellings: services.spellingsOf(text),
          limit: rows + 1,
          after,
          most,
        })
  const orders: readonly Order[] = found.orders.slice(0, rows)
  const { comparedSince } = found
  const rest = comparedSince === undefined ? undefined : { createdAt: comparedSince, id: LAST_ID }
  return { ...found, orders, next: found.orders.length > rows ? orders.at(-1) : rest }
}
