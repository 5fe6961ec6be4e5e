import type { Html } from '../../runtime/html.js'
import { number } from '../../ui/figures.js'
import { pagination } from '../../ui/pagination.js'
import type { Query, Visit } from '../visit.js'

/** Rows of a page. */
export const PAGE_ROWS = 50
/** The pages of one way through a list, whose addresses hold the places of those before. A filter finds older rows. */
const MOST_PAGES = 100

/** The places that the pages of this way begin behind. The first page has none. */
const wayOf = (visit: Visit): readonly string[] => visit.queries('before').slice(0, MOST_PAGES - 1)

/** The place behind which the page begins; undefined for the first page. */
export const placeOf = (visit: Visit): string | undefined => wayOf(visit).at(-1)

export interface ShownPage {
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
}

/** `51 to 100 of 226`, with links to the pages beside this one. */
export function pagesOf(visit: Visit, { path, query, rows, next, total, note = '' }: ShownPage): Html {
  const way = wayOf(visit)
  const first = way.length * PAGE_ROWS + 1
  const last = first + rows - 1
  const all = next === undefined ? last : total
  const shown = rows === 0 ? 'None on this page' : `${number(first)} to ${number(last)}`
  const to = (places: readonly string[]) => visit.href(path, { ...query, before: places })
  return pagination({
    label: 'Pages',
    text: `${shown}${all === undefined || rows === 0 ? '' : ` of ${number(Math.max(all, last))}`}${note}`,
    ...(way.length > 0 && { newer: { href: to(way.slice(0, -1)), text: 'Newer' } }),
    ...(next !== undefined &&
      way.length < MOST_PAGES - 1 && { older: { href: to([...way, next]), text: 'Older' } }),
  })
}
