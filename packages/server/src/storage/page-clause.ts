import type { Page } from '../domain/shared/types.js'
import type { SqlValue } from './sql.js'

/**
 * The rows of one page, newest first. Their ids are found first: where an index has them, what an offset passes over is
 * skipped without reading whole rows.
 *
 * @param select reads rows; `table` has their id and time of creation
 * @param from where the ids are, with what else `where` names
 */
export function pageQuery(
  { select, table, from = table, where }: { select: string; table: string; from?: string; where: string },
  values: readonly SqlValue[],
  { limit, offset, after }: Page,
): [text: string, ...values: SqlValue[]] {
  const newestFirst = `ORDER BY ${table}.created_at DESC, ${table}.id DESC`
  const isAfter = after ? ` AND (${table}.created_at, ${table}.id) < (?, ?)` : ''
  return [
    `${select} WHERE ${table}.id IN (SELECT ${table}.id FROM ${from} WHERE ${where}${isAfter}
       ${newestFirst} LIMIT ? OFFSET ?) ${newestFirst}`,
    ...values,
    ...(after ? [after.createdAt, after.id] : []),
    limit,
    offset,
  ]
}
