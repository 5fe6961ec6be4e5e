import type { CallPromise } from './call-promise.js'
import type { Settings } from './options.js'
import type { PathValues } from './paths.js'
import type { Lane } from './rate-limiter.js'
import type { RequestOptions } from './request-options.js'
import { type Success, send } from './send.js'
import { toArray, walkPages, walkRows } from './walk.js'

/** Options of a list. */
export interface PageOptions extends RequestOptions {
  /** Rows per page, 1 to 100. Default: 20, and 100 for a walk over the whole list. */
  readonly limit?: number | undefined
  /** Rows to skip. Default: 0. */
  readonly offset?: number | undefined
  /** Begins behind a page, by the `cursor` in its `next`; in place of `offset`. */
  readonly cursor?: string | undefined
}

/** One page of a walk. */
export interface Page<Row> {
  /** Its rows, without those that an earlier page of the walk had. */
  readonly items: Row[]
  /** How many rows were skipped to reach it. */
  readonly offset: number
  /** How many rows the list had then. */
  readonly total: number
  /** Whether the list changed since the page before: a row came twice, or `total` is another. */
  readonly drifted: boolean
}

/**
 * A walk over a list, newest rows first, each once. It loads a page when it is asked for one, at once or never;
 * leaving the loop ends it. It follows `next` from page to page, so rows that are added meanwhile change nothing, and
 * none that was there at the start is missed.
 */
export interface Walk<Row> extends AsyncIterableIterator<Row> {
  /** The rest of the walk by pages. */
  pages(): AsyncIterableIterator<Page<Row>>
  /**
   * Collects the rest of the walk, of at most `max` rows.
   *
   * @throws UsageError without a `max` of 1 or more; Infinity is one
   */
  toArray(options: { readonly max: number }): Promise<Row[]>
}

/** The operations that answer one page. */
type ListId = 'listOrders' | 'listOrderDeliveries' | 'listWebhookDeliveries' | 'listWithdrawals'

/** A page as a walk asks for it: from the second on it lets other calls go first. */
export interface PageInput extends PageOptions {
  readonly lane?: Lane | undefined
}

/** Starts a call for one page. */
export function sendPage<Id extends ListId>(
  settings: Settings,
  operationId: Id,
  path: PathValues,
  options?: PageInput,
): CallPromise<Success<Id>> {
  const { limit, offset, cursor, lane }: PageInput = Object(options) // sending refuses what is none
  const call = send<ListId>(settings, operationId, { path, query: { limit, offset, cursor }, lane }, options)
  return call as CallPromise<Success<Id>> // the answer of the one operation that was sent
}

/**
 * Walks over a list. Whoever asks for several rows at once gets one after the other, as generators do, so no
 * page is loaded twice.
 *
 * @param rowsOf finds the rows of an answer
 */
export function iterate<Id extends ListId, Row extends { id: string }>(
  settings: Settings,
  operationId: Id,
  path: PathValues,
  rowsOf: (list: Success<Id>) => readonly Row[],
  options?: PageOptions,
): Walk<Row> {
  const caller = new Error() // taken now, since an awaited promise no longer knows who called
  const load = (input: PageInput) => sendPage(settings, operationId, path, input)
  const pages = walkPages(operationId, load, rowsOf, options, caller)
  const rows = walkRows(pages, options)
  return Object.assign(rows, {
    pages: () => pages,
    toArray: (limits: { max: number }) => toArray(rows, limits),
  })
}
