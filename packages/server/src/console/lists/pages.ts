import { PAGE_ROWS, pager } from '../../pages/pager.js'
import type { Query } from '../../pages/visit.js'
import { type Html, html } from '../../runtime/html.js'
import { number } from '../../ui/figures.js'
import type { Visit } from '../visit.js'

/** The pages of one way through a list, whose addresses hold the places of those before. A filter finds older rows. */
const MOST_PAGES = 100

/** The parameter of the address that holds the places of a list. */
const PLACES = 'before'

/** The places that the pages of this way begin behind. The first page has none. */
const wayOf = (visit: Visit, places: string): readonly string[] =>
  visit.queries(places).slice(0, MOST_PAGES - 1)

/** The place behind which the page begins; undefined for the first page. */
export const placeOf = (visit: Visit, places = PLACES): string | undefined => wayOf(visit, places).at(-1)

export interface ListPage {
  readonly path: string
  /** The filters of the list. */
  readonly query: Query
  /** Rows on the page. */
  readonly rows: number
  /** The place behind which the next page begins; undefined on the last one. */
  readonly next: string | undefined
  /** Rows of the whole list, where they are counted. */
  readonly total?: number | undefined
  /** After the numbers of the rows. */
  readonly note?: string
  /** A second list on a page has a parameter of its own. */
  readonly places?: string
  /** Tells the links of two lists from each other. */
  readonly label?: string
  /** Id of the card to show. The first card of a page needs none. */
  readonly anchor?: string
}

/** `51 to 100 of 226`, with links to the pages beside this one. */
export function pagesOf(
  visit: Visit,
  {
    path,
    query,
    rows,
    next,
    total,
    note = '',
    places = PLACES,
    label = visit.plain('pages'),
    anchor,
  }: ListPage,
): Html {
  const way = wayOf(visit, places)
  const first = way.length * PAGE_ROWS + 1
  const last = first + rows - 1
  const all = next === undefined ? last : total
  return pager(visit, {
    path,
    query,
    places,
    way,
    older: next !== undefined && way.length < MOST_PAGES - 1 ? [...way, next] : undefined,
    text: html`${rows === 0 ? visit.text('no_rows') : rangeOf(visit, first, last, all)}${note}`,
    label,
    anchor,
  })
}

/** The numbers of the rows of a page, and of all where they are counted. */
function rangeOf(visit: Visit, first: number, last: number, all: number | undefined): Html {
  const ends = { first: number(first), last: number(last) }
  return all === undefined
    ? visit.text('rows', ends)
    : visit.text('rows_of', { ...ends, all: number(Math.max(all, last)) })
}
