import {
  COMPARED_PER_PAGE,
  type Found,
  type FoundPage,
  pageOf,
  searchWindows,
  WINDOW,
} from '../shared/search-window.js'
import { ENVIRONMENTS, type Position } from '../shared/types.js'
import type { OrderFilter } from '../store/order-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import { beginningsIn, withPrefix } from './beginnings.js'
import { findLink, payerPageOf } from './named-subjects.js'
import type { Order } from './order.js'
import { searchedWords } from './order-words.js'
import { findNamedOrder } from './orders.js'

/** Maximum orders that one search compares with its filter, by environment: about a second of work. */
export const MOST_COMPARED = 100_000
/** Maximum orders that a name finds. */
const MOST_NAMED = 100

/**
 * Searches orders, newest first. Compares a bounded number of them.
 *
 * @param after the search begins behind this order
 * @param most orders that are compared with the filter, by environment
 */
export async function searchOrders(
  tx: Tx,
  filter: OrderFilter,
  limit: number,
  after?: Position,
  most = MOST_COMPARED,
): Promise<Found<Order>> {
  const { environment } = filter
  const found: Found<Order>[] = []
  for (const each of environment === undefined ? ENVIRONMENTS : [environment]) {
    const within = { ...filter, environment: each }
    found.push(await searchWindows((window) => tx.orders.search(within, window), { limit, after, most }))
  }
  const orders = found.flatMap((each) => each.rows).sort(newestFirst)
  const since = found.flatMap(({ comparedSince }) => (comparedSince === undefined ? [] : [comparedSince]))
  return {
    rows: orders.slice(0, limit),
    comparedSince: since.length === 0 || orders.length >= limit ? undefined : Math.max(...since),
  }
}

/** The orders or the merchant that a whole text names. */
export type Named =
  | { readonly by: 'order' | 'link' | 'transaction' | 'address'; readonly orders: readonly Order[] }
  | { readonly by: 'merchant'; readonly merchantId: string }

/**
 * Finds what a text names: the id or number of an order, the id of a payment link, the address of the page of either, the
 * hash of a transaction, an address, or a platform user id.
 * Each is found by an index.
 *
 * @param spellings the text, and other spellings of it if it is a hash or an address
 */
export async function findNamed(
  tx: Tx,
  text: string,
  spellings: readonly string[],
): Promise<Named | undefined> {
  const page = payerPageOf(text)
  const order =
    page?.of === 'order'
      ? await tx.orders.findByToken(page.token)
      : await findNamedOrder(tx, withPrefix(text, 'ord'))
  if (order) return { by: 'order', orders: [order] }
  const link = await findLink(tx, text)
  if (link)
    return { by: 'link', orders: await tx.paymentLinks.listOrders(link.id, { limit: MOST_NAMED, offset: 0 }) }
  const paid = await tx.orders.listByTransfer(spellings, MOST_NAMED)
  if (paid.length > 0) return { by: 'transaction', orders: paid }
  const holders = await tx.orders.listByAddress(spellings, MOST_NAMED)
  if (holders.length > 0) return { by: 'address', orders: holders }
  const merchant = await tx.merchants.findByPlatformUserId(text)
  return merchant && { by: 'merchant', merchantId: merchant.id }
}

/**
 * Finds the orders that an index has under a text: under all its words, or as the beginning of an id, a number, a hash or an
 * address. Newest first.
 */
export async function findParts(
  tx: Tx,
  filter: OrderFilter,
  text: string,
  { limit, after }: { limit: number; after: Position | undefined },
): Promise<Order[]> {
  const { environment } = filter
  const query = { words: searchedWords(text), beginnings: beginningsIn(text), after, limit }
  const found: Order[] = []
  for (const each of environment === undefined ? ENVIRONMENTS : [environment])
    found.push(...(await tx.orders.searchParts({ ...filter, environment: each }, query)))
  return found.sort(newestFirst).slice(0, limit)
}

/**
 * Searches orders for a text: what it names where it names something, otherwise the orders that an index has under it, and the
 * newest ones that contain it. Where no index has the text, older ones are compared with it, too.
 *
 * @param spellings see {@link findNamed}
 */
export async function searchText(
  tx: Tx,
  filter: OrderFilter,
  {
    text,
    spellings,
    limit,
    after,
    most,
  }: {
    text: string
    spellings: readonly string[]
    limit: number
    after?: Position | undefined
    most?: number
  },
): Promise<Found<Order>> {
  const named = await findNamed(tx, text, spellings)
  if (!named || !isWithin(named, filter.merchantId)) {
    const contained = { ...filter, text }
    // A common word fills a page with the newest orders, which costs less than its index.
    const newest = await searchOrders(tx, contained, limit, after, WINDOW)
    if (newest.rows.length === limit) return newest
    const parts = await findParts(tx, filter, text, { limit, after })
    if (parts.length > 0)
      return { rows: merged(newest.rows, parts).slice(0, limit), comparedSince: undefined }
    return newest.comparedSince === undefined || most === COMPARED_PER_PAGE
      ? newest
      : searchOrders(tx, contained, limit, after, most)
  }
  if (named.by === 'merchant')
    return searchOrders(tx, { ...filter, merchantId: named.merchantId }, limit, after, most)
  const orders = named.orders.filter((order) => matches(order, filter) && isBehind(order, after))
  return { rows: orders.slice(0, limit), comparedSince: undefined }
}

/** The orders of two lists, each once, newest first. */
const merged = (one: readonly Order[], other: readonly Order[]): Order[] =>
  [...new Map([...one, ...other].map((order) => [order.id, order])).values()].sort(newestFirst)

/** Whether a search of one merchant may know the name: that of another one is a text like any other. */
const isWithin = (named: Named, merchantId: string | undefined): boolean =>
  merchantId === undefined ||
  (named.by === 'merchant'
    ? named.merchantId === merchantId
    : named.orders.some((order) => order.merchantId === merchantId))

/**
 * Finds a page of orders by a filter, and by a text where one is given.
 *
 * @param spellings see {@link findNamed}
 * @param most orders that are compared with filters that have no index
 */
export async function findPage(
  tx: Tx,
  filter: OrderFilter,
  {
    text,
    spellings,
    after,
    rows,
    most = COMPARED_PER_PAGE,
  }: {
    text: string | undefined
    spellings: readonly string[]
    after: Position | undefined
    rows: number
    most?: number
  },
): Promise<FoundPage<Order>> {
  const limit = rows + 1
  const found =
    text === undefined
      ? await searchOrders(tx, filter, limit, after, most)
      : await searchText(tx, filter, { text, spellings, limit, after, most })
  return pageOf(found, rows)
}

/** Whether an order matches a filter, its texts aside. */
function matches(order: Order, filter: OrderFilter): boolean {
  const { environment, merchantId, status, network, from, to, amountMin, amountMax } = filter
  const isEqual = (wanted: string | undefined, actual: string) => wanted === undefined || wanted === actual
  const isIn = (value: bigint | number | null, min?: bigint | number, max?: bigint | number) =>
    (min === undefined || (value !== null && value >= min)) &&
    (max === undefined || (value !== null && value <= max))
  return (
    isEqual(environment, order.environment) &&
    isEqual(merchantId, order.merchantId) &&
    isEqual(status, order.status) &&
    isEqual(network, order.kind === 'app' ? '' : order.network) &&
    isIn(order.createdAt, from, to === undefined ? undefined : to - 1) &&
    isIn(order.amount, amountMin, amountMax)
  )
}

const isBehind = (order: Order, after: Position | undefined): boolean =>
  !after || newestFirst(after, order) < 0

const newestFirst = (a: Position, b: Position): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
