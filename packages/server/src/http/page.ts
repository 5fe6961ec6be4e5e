import { DomainError } from '../domain/shared/errors.js'
import type { Listed, Page, Position } from '../domain/shared/types.js'

interface PageQuery {
  readonly limit?: number
  readonly offset?: number
  readonly cursor?: string
}

/** Decoded cursor: creation time in milliseconds, and the id. */
const POSITION = /^(\d{1,15}) ([0-9a-z_-]{1,40})$/

/**
 * The page that a query asks for, with the contract's defaults.
 *
 * @throws invalid_parameter for a cursor that no page gave, invalid_offset for an offset beside a cursor
 */
export function pageOf({ limit = 20, offset = 0, cursor }: PageQuery): Page {
  if (cursor === undefined) return { limit, offset }
  if (offset !== 0) throw new DomainError('invalid_offset')
  const [, createdAt, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (createdAt === undefined || id === undefined)
    throw new DomainError('invalid_parameter', { parameter: 'cursor' })
  return { limit, offset, after: { createdAt: Number(createdAt), id } }
}

/** The target of the page behind this one, null behind the last. @param path of the list */
export function nextTarget(
  path: string,
  { limit }: Page,
  { next }: Pick<Listed<Position>, 'next'>,
): string | null {
  if (!next) return null
  const cursor = Buffer.from(`${next.createdAt} ${next.id}`).toString('base64url')
  return `${path}?limit=${limit}&cursor=${cursor}`
}
