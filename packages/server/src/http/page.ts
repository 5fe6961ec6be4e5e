import { createHash } from 'node:crypto'
import { DomainError } from '../domain/shared/errors.js'
import type { Listed, ListTotal, Page, Position } from '../domain/shared/types.js'

interface PageQuery {
  readonly limit?: number
  readonly offset?: number
  readonly cursor?: string
}

/** A decoded cursor: creation time in milliseconds, id, and a digest of the filters, where the list has some. */
const POSITION = /^(\d{1,15}) ([0-9a-z_-]{1,40})( [0-9a-f]{16})?$/

/**
 * Returns the page of a query, with the contract's defaults.
 *
 * @param filters the part of the query that selects rows
 * @throws invalid_parameter for a malformed cursor or one of other filters, invalid_offset for an offset together with a
 *   cursor
 */
export function pageOf({ limit = 20, offset = 0, cursor }: PageQuery, filters = ''): Page {
  if (cursor === undefined) return { limit, offset }
  if (offset !== 0)
    throw new DomainError('invalid_offset', { param: 'offset', detail: 'not together with cursor' })
  const decoded = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, createdAt, id, digest = ''] = POSITION.exec(decoded) ?? []
  if (createdAt === undefined || id === undefined)
    throw new DomainError('invalid_parameter', { parameter: 'cursor', detail: 'must come from next' })
  if (digest !== digestOf(filters)) {
    const detail = 'must be sent with the filters of the page that it comes from'
    throw new DomainError('invalid_parameter', { parameter: 'cursor', detail })
  }
  return { limit, offset, after: { createdAt: Number(createdAt), id } }
}

/**
 * Returns path and query of the next page, or null after the last one.
 *
 * @param path of the list
 * @param filters the part of the query that selects rows
 */
export function nextTarget(
  path: string,
  { limit }: Page,
  { next }: Pick<Listed<Position>, 'next'>,
  filters = '',
): string | null {
  if (!next) return null
  const cursor = Buffer.from(`${next.createdAt} ${next.id}${digestOf(filters)}`).toString('base64url')
  return `${path}?limit=${limit}&cursor=${cursor}${filters && `&${filters}`}`
}

/** The total of a list with filters, which counts a bounded number of rows. */
export const totalOf = ({ total, isAtLeast }: ListTotal) => ({
  total,
  ...(isAtLeast && { total_is_at_least: true }),
})

const digestOf = (filters: string): string =>
  filters && ` ${createHash('sha256').update(filters).digest('hex').slice(0, 16)}`
