import { DomainError } from './errors.js'
import { LIST_OFFSET } from './policy.js'
import type { Listed, ListTotal, Page, Position } from './types.js'

/**
 * Returns one page of a list. A page after the last row is empty and costs no query, where all rows are counted.
 *
 * @param list returns the rows of a page, newest first
 * @throws invalid_offset for an offset above 100,000 that is not after the last row; clients follow `next` instead
 */
export async function listPage<Row extends Position>(
  page: Page,
  counted: ListTotal,
  list: (page: Page) => Promise<Row[]>,
): Promise<Listed<Row>> {
  if (page.offset >= counted.total && !counted.isAtLeast) return { rows: [], ...counted, next: undefined }
  if (page.offset > LIST_OFFSET)
    throw new DomainError('invalid_offset', {
      param: 'offset',
      detail: `at most ${LIST_OFFSET}; follow next`,
    })
  // One extra row shows whether there is a next page.
  const found = await list({ ...page, limit: page.limit + 1 })
  const rows = found.slice(0, page.limit)
  return { rows, ...counted, next: found.length > rows.length ? rows.at(-1) : undefined }
}

/** The total of a list whose rows are all counted. */
export const exactly = (total: number): ListTotal => ({ total, isAtLeast: false })
