import type { Page } from '../domain/shared/types.js'
import type { SqlValue } from './sql.js'

/**
 * Builds the query for one page, newest first. A subquery finds the ids: where an index covers it, the rows before the
 * offset are skipped without being read.
 *
 * @param select reads the rows; `table` has their `id` and `created_at`
 * @param from the tables of the subquery: `table`, and others that `where` names
 */
export function pageQuery(
  { select, table, from = table, where }: { select: string; table: string; from?: string; where: string },
  values: readonly SqlValue[],
  { limit, offset, after }: Page,
): [text: string, ...values: SqlValue[]] {
  const newestFirst = `ORDER BY ${table}.created_at DESC, ${table}.id DESC`
  const isAfter = after ? ` AND (${table}.created_at, ${table}.id) < (?, ?)` : ''
  return pageOfIds({ select, table }, [
    `SELECT ${table}.id FROM ${from} WHERE ${where}${isAfter} ${newestFirst} LIMIT ? OFFSET ?`,
    ...values,
    ...(after ? [after.createdAt, after.id] : []),
    limit,
    offset,
  ])
}

/** Builds the query for the rows of a page, newest first. @param ids selects their ids, with its values */
export function pageOfIds(
  { select, table }: { select: string; table: string },
  [ids, ...values]: readonly [text: string, ...values: SqlValue[]],
): [text: string, ...values: SqlValue[]] {
  return [
    `${select} WHERE ${table}.id IN (${ids}) ORDER BY ${table}.created_at DESC, ${table}.id DESC`,
    ...values,
  ]
}
