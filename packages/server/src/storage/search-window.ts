import type { Position, TimeRange } from '../domain/shared/types.js'
import { type Condition, textOf, valuesOf, within } from './list-ranges.js'
import type { Sql } from './sql.js'

/**
 * The rows of a table that a search is about. An index finds a window of them, and they are compared with the rest of the
 * filter, so that a search costs at most its window, whatever it looks for.
 */
export interface Searched {
  /** It has the columns `created_at` and `id`. */
  readonly table: string
  /** The range of the index, besides its time. */
  readonly indexed: readonly Condition[]
  readonly time: TimeRange
  readonly compared: readonly Condition[]
}

/** The conditions of the rows of a window that match. */
export interface FoundWindow {
  readonly where: readonly Condition[]
  /** The last row of the window; undefined if no row is behind it. */
  readonly end: Position | undefined
}

/** @param rows maximum rows of the window; undefined for all that are left */
export async function findWindow(
  sql: Sql,
  searched: Searched,
  { after, rows }: { after?: Position | undefined; rows: number | undefined },
): Promise<FoundWindow> {
  const end = rows === undefined ? undefined : await findEnd(sql, searched, after, rows)
  return { where: [...rangeOf(searched, after, end), ...searched.compared], end }
}

/**
 * The range of an index before `after` and from `end` on. A place goes instead of the time that it is within: SQLite bounds the
 * range by one condition at each end, and reads all rows that only the other one leaves out.
 */
function rangeOf(
  { table, indexed, time: { from, to } }: Searched,
  after: Position | undefined,
  end?: Position,
): Condition[] {
  const time = {
    from: end ? undefined : from,
    to: after && (to === undefined || after.createdAt < to) ? undefined : to,
  }
  const place = (comparison: string, position: Position | undefined): Condition[] =>
    position
      ? [[`(${table}.created_at, ${table}.id) ${comparison} (?, ?)`, position.createdAt, position.id]]
      : []
  return [...indexed, ...within(`${table}.created_at`, time), ...place('<', after), ...place('>=', end)]
}

/** Finds the last row of the window; undefined if fewer are left. */
async function findEnd(
  sql: Sql,
  searched: Searched,
  after: Position | undefined,
  rows: number,
): Promise<Position | undefined> {
  const where = rangeOf(searched, after)
  const row = await sql.get<{ created_at: bigint; id: string }>(
    `SELECT created_at, id FROM ${searched.table} WHERE ${textOf(where)}
     ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ?`,
    ...valuesOf(where),
    rows - 1,
  )
  return row && { createdAt: Number(row.created_at), id: row.id }
}

/** Both engines compare the case of letters in `REPLACE`, and only one does in `LIKE`. */
export const contains = (column: string): string => `REPLACE(${column}, ?, '') <> ${column}`

/**
 * Compares in any letter case; SQLite has small letters for ASCII alone, so that others have to be written as they are stored.
 * Metadata is the text of a JSON object, in which the value is escaped.
 *
 * @param columns those that are compared besides `metadata`
 */
export function textCondition(table: string, columns: readonly string[], text: string): Condition {
  const small = text.toLowerCase()
  const spellings = [...new Set([small, text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())])]
  const compared = [...columns, 'metadata'].map((name) => contains(`LOWER(${table}.${name})`))
  return [
    `(${spellings.flatMap(() => compared).join(' OR ')})`,
    ...spellings.flatMap((each) => [...columns.map(() => each), JSON.stringify(each).slice(1, -1)]),
  ]
}
