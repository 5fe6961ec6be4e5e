import { sha256 } from '../crypto/sha256.js'
import { Refusal } from './refusal.js'

/** The members of every row. */
interface Row {
  readonly id: string
  readonly createdAt: number
}

interface PageQuery {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
}

/** One page of a list. */
interface Listed<Item> {
  readonly rows: Item[]
  readonly total: number
  /** With filters, where more rows match than a list counts. */
  readonly total_is_at_least?: true
  readonly next: string | null
}

const MAX_OFFSET = 100_000
/** The most rows that a list with filters counts. */
const COUNTED_ROWS = 10_000
/** Decoded cursor: creation time in milliseconds, the id, and a digest of the filters, where the list has some. */
const POSITION = /^(\d{1,15}) ([0-9a-z_-]{1,40})( [0-9a-f]{16})?$/

/**
 * Cuts one page out of a list.
 *
 * @param rows oldest first
 * @param path of the list
 * @param filters the part of the query that selects rows
 * @throws Refusal invalid_offset, invalid_parameter for an invalid cursor or one of other filters
 */
export function listPage<Kind extends Row, Item>(
  rows: readonly Kind[],
  path: string,
  query: PageQuery,
  show: (row: Kind) => Item,
  filters = '',
): Listed<Item> {
  const { limit = 20, offset = 0 } = query
  const isAtLeast = filters !== '' && rows.length > COUNTED_ROWS
  const isBehind = readCursor(query, filters)
  if (offset > MAX_OFFSET && offset < rows.length)
    throw new Refusal('invalid_offset', { param: 'offset', detail: `at most ${MAX_OFFSET}; follow next` })
  const found = rows
    .toReversed()
    .filter(isBehind)
    .slice(offset, offset + limit + 1)
  const onPage = found.slice(0, limit)
  const last = found.length > limit ? onPage.at(-1) : undefined
  const cursor = last && cursorOf(last, filters)
  const next = cursor ? `${path}?limit=${limit}&cursor=${cursor}${filters && `&${filters}`}` : null
  const total = isAtLeast ? { total: COUNTED_ROWS, total_is_at_least: true as const } : { total: rows.length }
  return { rows: onPage.map(show), ...total, next }
}

/** A filter for the rows after the position of a query. */
export function readCursor({ cursor, offset = 0 }: PageQuery, filters = ''): (row: Row) => boolean {
  if (cursor === undefined) return () => true
  if (offset !== 0)
    throw new Refusal('invalid_offset', { param: 'offset', detail: 'not together with cursor' })
  const [, createdAt, id = '', digest = ''] = POSITION.exec(decode(cursor)) ?? []
  if (createdAt === undefined)
    throw new Refusal('invalid_parameter', { parameter: 'cursor', detail: 'must come from next' })
  if (digest !== digestOf(filters)) {
    const detail = 'must be sent with the filters of the page that it comes from'
    throw new Refusal('invalid_parameter', { parameter: 'cursor', detail })
  }
  const at = Number(createdAt)
  return (row) => row.createdAt < at || (row.createdAt === at && row.id < id)
}

function cursorOf({ createdAt, id }: Row, filters: string): string {
  return btoa(`${createdAt} ${id}${digestOf(filters)}`)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

function digestOf(filters: string): string {
  if (filters === '') return ''
  const hash = [...sha256(new TextEncoder().encode(filters))]
  return ` ${hash
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}`
}

function decode(cursor: string): string {
  try {
    return atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
