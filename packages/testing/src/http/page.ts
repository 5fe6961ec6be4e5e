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
interface Listed<Shown> {
  readonly rows: Shown[]
  readonly total: number
  readonly next: string | null
}

const MAX_OFFSET = 100_000
/** Decoded cursor: creation time in milliseconds, and the id. */
const POSITION = /^(\d{1,15}) ([0-9a-z_-]{1,40})$/

/**
 * Cuts one page out of a list.
 *
 * @param rows oldest first
 * @param path of the list
 * @throws Refusal invalid_offset, invalid_parameter for an invalid cursor
 */
export function listPage<Kind extends Row, Shown>(
  rows: readonly Kind[],
  path: string,
  query: PageQuery,
  show: (row: Kind) => Shown,
): Listed<Shown> {
  const { limit = 20, offset = 0 } = query
  const total = rows.length
  const isBehind = readCursor(query)
  if (offset > MAX_OFFSET && offset < total)
    throw new Refusal('invalid_offset', { param: 'offset', detail: `at most ${MAX_OFFSET}; follow next` })
  const found = rows
    .toReversed()
    .filter(isBehind)
    .slice(offset, offset + limit + 1)
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  const next = last ? `${path}?limit=${limit}&cursor=${cursorOf(last)}` : null
  return { rows: shown.map(show), total, next }
}

/** A filter for the rows after the position of a query. */
export function readCursor({ cursor, offset = 0 }: PageQuery): (row: Row) => boolean {
  if (cursor === undefined) return () => true
  if (offset !== 0)
    throw new Refusal('invalid_offset', { param: 'offset', detail: 'not together with cursor' })
  const [, createdAt, id = ''] = POSITION.exec(decode(cursor)) ?? []
  if (createdAt === undefined)
    throw new Refusal('invalid_parameter', { parameter: 'cursor', detail: 'must come from next' })
  const at = Number(createdAt)
  return (row) => row.createdAt < at || (row.createdAt === at && row.id < id)
}

function cursorOf({ createdAt, id }: Row): string {
  return btoa(`${createdAt} ${id}`).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function decode(cursor: string): string {
  try {
    return atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
