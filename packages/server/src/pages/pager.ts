import type { Html } from '../runtime/html.js'
import type { Content } from '../ui/attributes.js'
import { pagination } from '../ui/pagination.js'
import type { Query, Visit } from './visit.js'

/** Rows of a page. */
export const PAGE_ROWS = 50

interface PagerOptions {
  readonly path: string
  /** The filters of the list, which the links keep. */
  readonly query?: Query
  /** The parameter of the address that holds the places. */
  readonly places: string
  /** The places that the pages up to this one begin behind, as far as the address keeps them. The first page has none. */
  readonly way: readonly string[]
  /** The way to the older page; undefined on the last one. */
  readonly older: readonly string[] | undefined
  readonly text: Content
  readonly label: string
  /** Id of the card to show. The first card of a page needs none. */
  readonly anchor?: string | undefined
}

/** Links to the pages of a list beside this one. */
export function pager(
  visit: Visit<string, 'newer' | 'older'>,
  { path, query, places, way, older, text, label, anchor }: PagerOptions,
): Html {
  const to = (through: readonly string[]) =>
    `${visit.href(path, { ...query, [places]: through })}${anchor === undefined ? '' : `#${anchor}`}`
  return pagination({
    label,
    text,
    ...(way.length > 0 && { newer: { href: to(way.slice(0, -1)), text: visit.plain('newer') } }),
    ...(older && { older: { href: to(older), text: visit.plain('older') } }),
  })
}
