import { DomainError } from '../domain/shared/errors.js'
import type { Listed, Page, Position } from '../domain/shared/types.js'

interface PageQuery {
  readonly limit?: number
  readonly offset?: number
  readonly cursor?: string
}

/** A decoded cursor: creation time in milliseconds, and id. */
const POSITION = /^(\d{1,15}) ([0-9a-z_-]{1,40})$/

/**
 * Returns the page of a query, with the contract's defaults.
 *
 * @throws invalid_parameter for a malformed cursor, invalid_offset for an offset together with a cursor
 */
export function pageOf({ limit = 20, offset = 0, cursor }: PageQuery): Page {
  if (cursor === undefined) return { limit, offset }
  if (offset !== 0)
    throw new DomainError('invalid_offset', { param: 'offset', detail: 'not together with cursor' })
  const [, createdAt, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (createdAt === undefined || id === undefined)
    throw new DomainError('invalid_parameter', { parameter: 'cursor', detail: 'must come from next' })
  return { limit, offset, after: { createdAt: Number(createdAt), id } }
}

/** Returns path and query of the next page, or null after the last one. @param path of the list */
export function nextTarget(
  path: string,
  { limit }: Page,
  { next }: Pick<Listed<Position>, 'next'>,
): string | null {
  if (!next) return null
  const cursor = Buffer.from(`${next.createdAt} ${next.id}`).toString('base64url')
  return `${path}?limit=${limit}&cursor=${cursor}`
}
