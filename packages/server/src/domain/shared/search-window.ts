import type { Instant, Position } from './types.js'

/** The part of a search that one call does. */
export interface SearchWindow {
  /** Undefined to begin with the newest row. */
  readonly after: Position | undefined
  /** Maximum rows that are compared with the filter. */
  readonly rows: number
  /** Maximum rows that are returned. */
  readonly limit: number
}

/** The rows of a window that match. */
export interface SearchStep<Row> {
  readonly rows: readonly Row[]
  /** The last row that was compared; undefined if none is left. */
  readonly last: Position | undefined
}

/** The newest rows that match a filter. */
export interface Found<Row> {
  readonly rows: readonly Row[]
  /** Rows before this time were not compared; undefined if all were, or if enough match. */
  readonly comparedSince: Instant | undefined
}

/** Which page of a search is found. */
export interface SearchedPage {
  /** The page begins behind this row; undefined for the first one. */
  readonly after: Position | undefined
  /** Maximum rows of the page. */
  readonly rows: number
}

/** A page of a search. */
export interface FoundPage<Row> extends Found<Row> {
  /** The place behind which the next page begins, if more rows follow. */
  readonly next: Position | undefined
}

/** Rows that one call compares. */
export const WINDOW = 10_000
/** Rows that one page compares with its filters. Older ones are on the next page. */
export const COMPARED_PER_PAGE = 10_000
/** Behind every id, so that no row of the same millisecond is left out. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Searches window by window, newest first, until enough rows match.
 *
 * @param after the search begins behind this row
 * @param most rows that are compared
 */
export async function searchWindows<Row>(
  search: (window: SearchWindow) => Promise<SearchStep<Row>>,
  { limit, after: begin, most }: { limit: number; after: Position | undefined; most: number },
): Promise<Found<Row>> {
  const found: Row[] = []
  let after = begin
  for (let compared = 0; compared < most; compared += WINDOW) {
    const step = await search({ after, rows: WINDOW, limit: limit - found.length })
    found.push(...step.rows)
    if (!step.last || found.length === limit) return { rows: found, comparedSince: undefined }
    after = step.last
  }
  return { rows: found, comparedSince: after?.createdAt }
}

/** Finds a page of a search, newest first. */
export async function searchPage<Row extends Position>(
  search: (window: SearchWindow) => Promise<SearchStep<Row>>,
  { after, rows }: SearchedPage,
): Promise<FoundPage<Row>> {
  return pageOf(await searchWindows(search, { limit: rows + 1, after, most: COMPARED_PER_PAGE }), rows)
}

/** The first rows of a search that looked for one more than a page has, which shows whether there is a next page. */
export function pageOf<Row extends Position>(
  { rows, comparedSince }: Found<Row>,
  most: number,
): FoundPage<Row> {
  const page = rows.slice(0, most)
  const rest = comparedSince === undefined ? undefined : { createdAt: comparedSince, id: LAST_ID }
  return { rows: page, comparedSince, next: rows.length > most ? page.at(-1) : rest }
}
