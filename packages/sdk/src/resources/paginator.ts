import { LIST_FILTERS } from '@merchantpay/core/list-filters'
import { UsageError } from '../errors/base-error.js'
import { withCaller } from '../errors/caller.js'
import { ConnectionError } from '../errors/errors.js'
import type { operations } from '../generated/contract.gen.js'
import { CallPromise, type CallResult } from '../http/call-promise.js'
import type { PathValues, QueryValues } from '../http/paths.js'
import type { RequestOptions } from '../http/request-options.js'
import { type Success, send } from '../http/send.js'
import type { Settings } from '../options.js'
import type { Priority } from '../rate-limit/rate-limiter.js'
import { checkObject } from '../util/checks.js'
import { memberOf } from '../util/lookup.js'

/** Options of a list. */
export interface PageOptions extends RequestOptions {
  /** Rows per page, 1 to 100. Default: 20 for one awaited page, 100 for an iteration. */
  readonly limit?: number | undefined
  /** Rows to skip. Default: 0. */
  readonly offset?: number | undefined
  /** Starts after a page, by the `cursor` in its `next`; in place of `offset`. */
  readonly cursor?: string | undefined
}

/** One page of an iteration. */
export interface Page<Row> {
  /** Its rows, without those that an earlier page had. */
  readonly items: Row[]
  /** How many rows were skipped to reach it. */
  readonly offset: number
  /** How many rows the list had when the page was answered. */
  readonly total: number
  /** Whether the list changed since the page before: a row came twice, or `total` differs. */
  readonly changed: boolean
}

/** The operations that answer one page. */
type ListId =
  | 'listOrders'
  | 'listOrderDeliveries'
  | 'listPaymentLinks'
  | 'listPaymentLinkOrders'
  | 'listRefunds'
  | 'listWebhookDeliveries'
  | 'listWithdrawals'

/** The filters of a list. */
export type FiltersOf<
  Id extends 'listOrders' | 'listPaymentLinks' | 'listWebhookDeliveries' | 'listWithdrawals',
> = Omit<NonNullable<operations[Id]['parameters']['query']>, 'limit' | 'offset' | 'cursor'>

/** The type of a list's options has its own filters. */
const FILTERS = [...LIST_FILTERS, 'metadata']

type Pages<Row> = AsyncGenerator<Page<Row>, void, undefined>

/**
 * A list, newest rows first. Awaiting it requests one page and gives its body; iterating over it requests page after
 * page and gives every row once. Nothing is requested before either, and each iteration starts anew. An iteration
 * follows `next` from page to page, so rows that are added meanwhile change nothing, and no row that was there at the
 * start is missed. Leaving the loop ends it.
 *
 * @example
 * const { orders, total } = await mp.orders.list({ limit: 20 })
 * for await (const order of mp.orders.list()) console.log(order.order_number, order.status)
 * const newest = await mp.orders.list().toArray({ max: 1_000 })
 */
export class Paginator<Row, List> extends CallPromise<List> implements AsyncIterable<Row> {
  override readonly [Symbol.toStringTag]: string = 'Paginator'
  readonly #pages: () => Pages<Row>
  readonly #signal: AbortSignal | undefined

  constructor(
    page: () => Promise<CallResult<List>>,
    pages: () => Pages<Row>,
    signal: AbortSignal | undefined,
  ) {
    let requested: Promise<CallResult<List>> | undefined
    super(() => {
      requested ??= page()
      return requested
    })
    this.#pages = pages
    this.#signal = signal
  }

  /** Iterates over the list by pages, from its start. */
  pages(): AsyncIterableIterator<Page<Row>> {
    return this.#pages()
  }

  /** Iterates over all rows. Concurrent calls of `next` get one row after the other. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const { items } of this.#pages()) {
      for (const item of items) {
        if (this.#signal?.aborted) break
        yield item
      }
    }
  }

  /**
   * Collects the newest rows.
   *
   * @param options.max the most rows to collect; Infinity for all
   * @throws UsageError without a `max` of 1 or more
   */
  async toArray(options: { readonly max: number }): Promise<Row[]> {
    if (!(options?.max >= 1)) throw new UsageError('invalid_option', 'toArray needs { max }, 1 or more')
    const kept: Row[] = []
    for await (const row of this) if (kept.push(row) >= options.max) break
    return kept
  }
}

/**
 * Makes the paginator of a list.
 *
 * @param rowsOf finds the rows of a page's body
 * @param options with filters, by which each page is requested
 */
export function paginate<Id extends ListId, Row extends { id: string }>(
  settings: Settings,
  operationId: Id,
  path: PathValues,
  rowsOf: (list: Success<Id>) => readonly Row[],
  options?: PageOptions,
): Paginator<Row, Success<Id>> {
  const caller = new Error() // captured here: the stack of an awaited promise no longer shows the caller
  const filters = Object.fromEntries(FILTERS.map((name) => [name, memberOf(options, name)])) as QueryValues
  const load = (input: PageOptions | undefined, priority: Priority) => {
    const { limit, offset, cursor }: PageOptions = Object(input)
    const query = { limit, offset, cursor, ...filters }
    const call = send<ListId>(settings, operationId, { path, query, priority }, input)
    return call.withResponse() as Promise<CallResult<Success<Id>>> // the answer of the one operation that was sent
  }
  const page = () =>
    load(options, 'read').catch((error: unknown) => {
      throw withCaller(error, caller)
    })
  const pages = () => pagesOf(operationId, load, rowsOf, options, caller)
  return new Paginator(page, pages, memberOf(options, 'signal') as AbortSignal | undefined)
}

async function* pagesOf<List, Row extends { id: string }>(
  operationId: string,
  load: (input: PageOptions, priority: Priority) => Promise<CallResult<List>>,
  rowsOf: (list: List) => readonly Row[],
  options: PageOptions | undefined = {},
  caller: Error,
): Pages<Row> {
  try {
    checkObject(options)
    const { limit = 100, signal } = options
    const seen = new Set<string>()
    let { offset = 0, cursor } = options
    let isLast: boolean
    let total: number | undefined
    do {
      const input = { ...options, limit, offset: cursor ? undefined : offset, cursor }
      const result = await load(input, total === undefined ? 'read' : 'background')
      const page = readPage(operationId, result, rowsOf)
      const { rows } = page
      const items = rows.filter(({ id }) => !seen.has(id) && seen.add(id))
      const changed = page.total !== (total ?? page.total) || items.length < rows.length
      total = page.total
      yield { items, offset, total, changed }
      offset += rows.length
      cursor = cursorIn(page.next)
      // A service that gives no `next` is asked by offset.
      isLast = page.next === undefined ? rows.length === 0 || offset >= total : !cursor
      // After an abort one more page is requested, because that call rejects with the AbortError.
    } while (signal?.aborted || !isLast)
  } catch (error) {
    throw withCaller(error, caller)
  }
}

/** The cursor of a target; nothing else of it is followed. */
function cursorIn(target: string | null | undefined): string | undefined {
  return new URLSearchParams(target?.split('?')[1]).get('cursor') ?? undefined
}

/**
 * Reads a page.
 *
 * @throws ConnectionError for a body without what an iteration needs: it would end early or skip rows
 */
function readPage<List, Row>(
  operationId: string,
  { data, status, requestId, attempts }: CallResult<List>,
  rowsOf: (list: List) => readonly Row[],
): { rows: readonly Row[]; total: number; next: string | null | undefined } {
  const rows = rowsOf(data)
  const total = memberOf(data, 'total')
  const isPage = Array.isArray(rows) && rows.every((row) => memberOf(row, 'id'))
  const next = memberOf(data, 'next') as string | null | undefined // checked in the next line
  const isNext = (next ?? null) === null || (typeof next === 'string' && cursorIn(next) !== undefined)
  if (isPage && typeof total === 'number' && isNext) return { rows, total, next }
  const details = { operationId, requestId, attempts, code: 'unreadable_response', sent: 'maybe' } as const
  const message = `${operationId}: ${status}, but not the expected JSON`
  throw new ConnectionError(message, { ...details, outcome: 'unknown' })
}
