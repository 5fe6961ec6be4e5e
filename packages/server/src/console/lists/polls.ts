import type { PageReply } from '../../domain/sessions/pages.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import type { Query } from '../../pages/visit.js'
import type { Visit } from '../visit.js'
import { placeOf } from './pages.js'

/** Rows that an answer looks at: more new ones than a page has are not counted. */
export const POLLED_ROWS = PAGE_ROWS + 1
/** The first row of a list without rows. */
const NONE = 'none'

interface Row {
  readonly id: string
}

/** The address that a list polls, with its filters and its first row. A page of older rows gets no new ones. */
export const pollOf = (visit: Visit, path: string, query: Query, [first]: readonly Row[]) =>
  placeOf(visit) === undefined ? { polls: visit.href(path, { ...query, since: first?.id ?? NONE }) } : {}

/**
 * Counts the rows above the one that the page shows first.
 *
 * @param rows the newest that match the filters, up to {@link POLLED_ROWS}
 */
export function newRows(visit: Visit, rows: readonly Row[]): PageReply {
  const since = visit.query('since')
  const at = rows.findIndex(({ id }) => id === since)
  return newThings(since === NONE && rows.length <= PAGE_ROWS ? rows.length : at === -1 ? undefined : at)
}

/** Answers the script of a page. @param count undefined where something changed that cannot be counted */
export const newThings = (count: number | undefined): PageReply => ({
  kind: 'data',
  type: 'application/json',
  text: JSON.stringify({ count: count ?? null }),
})
