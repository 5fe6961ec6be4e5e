import { DomainError } from './errors.js'
import { LIST_OFFSET } from './policy.js'
import type { Listed, Page, Position } from './types.js'

/**
 * One page of a list of `total` rows. Behind the last row it is empty, and nothing is looked for.
 *
 * @param list finds the rows of a page, newest first
 * @throws invalid_offset for one above 100,000 that is not behind the last row: `next` leads there
 */
export async function listPage<Row extends Position>(
  page: Page,
  total: number,
  list: (page: Page) => Promise<Row[]>,
): Promise<Listed<Row>> {
  if (page.offset >= total) return { rows: [], total, next: undefined }
  if (page.offset > LIST_OFFSET) throw new DomainError('invalid_offset')
  // One row more tells whether there is a next page.
  const found = await list({ ...page, limit: page.limit + 1 })
  const rows = found.slice(0, page.limit)
  return { rows, total, next: found.length > rows.length ? rows.at(-1) : undefined }
}
