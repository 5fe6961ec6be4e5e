import { DomainError } from './errors.js'
import { LIST_OFFSET } from './policy.js'
import type { Listed, Page, Position } from './types.js'

/**
 * Returns one page of a list of `total` rows. A page after the last row is empty and costs no query.
 *
 * @param list returns the rows of a page, newest first
 * @throws invalid_offset for an offset above 100,000 that is not after the last row; clients follow `next` instead
 */
export async function listPage<Row extends Position>(
  page: Page,
  total: number,
  list: (page: Page) => Promise<Row[]>,
): Promise<Listed<Row>> {
  if (page.offset >= total) return { rows: [], total, next: undefined }
  if (page.offset > LIST_OFFSET)
    throw new DomainError('invalid_offset', {
      param: 'offset',
      detail: `at most ${LIST_OFFSET}; follow next`,
    })
  // One extra row shows whether there is a next page.
  const found = await list({ ...page, limit: page.limit + 1 })
  const rows = found.slice(0, page.limit)
  return { rows, total, next: found.length > rows.length ? rows.at(-1) : undefined }
}
