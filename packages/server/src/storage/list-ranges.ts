import { COUNTED_ROWS } from '../domain/shared/policy.js'
import type { ListTotal, Page, TimeRange } from '../domain/shared/types.js'
import type { Sql, SqlValue } from './sql.js'

export type Condition = readonly [text: string, ...values: SqlValue[]]
type Query = [text: string, ...values: SqlValue[]]

/** Rows of a list that one range of an index holds. Several ranges share no row. */
export interface Range {
  /** A table, or a subquery. It has the column `created_at`. */
  readonly from: Condition
  /** The column with the id of a row. */
  readonly id: string
  readonly where: readonly Condition[]
  /**
   * A column before the time in the order of the index, the same in all its rows. PostgreSQL does not see that a range with
   * a NULL in it is in the order of time, unless the column is named.
   */
  readonly fixed?: string
}

/** Counts the rows of ranges together, up to one more than a list counts. */
export function countOfRanges(ranges: readonly Range[]): Query {
  const rows = ranges.map(({ from, where }) => `SELECT 1 FROM ${from[0]} WHERE ${textOf(where)}`)
  return [
    `SELECT COUNT(*) AS total FROM (${rows.join(' UNION ALL ')} LIMIT ${COUNTED_ROWS + 1}) AS found`,
    ...ranges.flatMap(valuesOfRange),
  ]
}

/** Runs a query of `countOfRanges`. */
export async function totalOf(sql: Sql, query: Query): Promise<ListTotal> {
  const found = Number((await sql.get<{ total: bigint }>(...query))?.total)
  return { total: Math.min(found, COUNTED_ROWS), isAtLeast: found > COUNTED_ROWS }
}

/** Selects the ids of a page, newest first. */
export function idsOfRanges(ranges: readonly Range[], page: Page): Query {
  const [only, ...more] = ranges
  if (!only) throw new Error('a list has at least one range')
  return more.length === 0 ? newestOfOne(only, page) : newestOfAll(ranges, page)
}

function newestOfOne(range: Range, { limit, offset, after }: Page): Query {
  const { from, id, where } = isAfter(range, after)
  return [
    `SELECT ${id} FROM ${from[0]} WHERE ${textOf(where)} ORDER BY created_at DESC, ${id} DESC LIMIT ? OFFSET ?`,
    ...valuesOfRange({ from, where }),
    limit,
    offset,
  ]
}

/** Takes from each range as many ids as the page may need. */
function newestOfAll(ranges: readonly Range[], { limit, offset, after }: Page): Query {
  const each = ranges.map((range): Condition => {
    const { from, id, where, fixed } = isAfter(range, after)
    const order = `${fixed === undefined ? '' : `${fixed} DESC, `}created_at DESC, ${id} DESC`
    const text = `SELECT * FROM (SELECT created_at, ${id} AS id FROM ${from[0]} WHERE ${textOf(where)}
      ORDER BY ${order} LIMIT ?) AS newest`
    return [text, ...valuesOfRange({ from, where }), limit + offset]
  })
  return [
    `SELECT id FROM (${each.map(([text]) => text).join(' UNION ALL ')}) AS newest
     ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
    ...valuesOf(each),
    limit,
    offset,
  ]
}

/**
 * Reads a range of an index whole, for the conditions of others: the limit keeps both engines from choosing another index
 * for them.
 *
 * @param columns those that the other conditions name, besides `id` and `created_at`
 */
export function wholeRange(
  table: string,
  columns: readonly string[],
  where: readonly Condition[],
): Condition {
  const names = ['id', 'created_at', ...columns].join(', ')
  return [
    `(SELECT ${names} FROM ${table} WHERE ${textOf(where)} LIMIT 9223372036854775807) AS ${table}`,
    ...valuesOf(where),
  ]
}

/** Whether a list has all rows of its owner, whose number a counter has. */
export const isWithoutFilter = (filter: object): boolean =>
  Object.values(filter).every((value) => value === undefined)

/** A condition on a value; none where the value is undefined. */
export const given = (text: string, value: SqlValue | undefined): Condition[] =>
  value === undefined ? [] : [[text, value]]

/** The conditions of a time. */
export const within = (column: string, { from, to }: TimeRange): Condition[] => [
  ...given(`${column} >= ?`, from),
  ...given(`${column} < ?`, to),
]

const isAfter = (range: Range, after: Page['after']): Range =>
  after
    ? { ...range, where: [...range.where, [`(created_at, ${range.id}) < (?, ?)`, after.createdAt, after.id]] }
    : range

/** A subquery that reads a whole range leaves no condition to its list. */
export const textOf = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? '1 = 1' : conditions.map(([text]) => text).join(' AND ')
const valuesOfRange = ({ from, where }: Pick<Range, 'from' | 'where'>): SqlValue[] =>
  valuesOf([from, ...where])
export const valuesOf = (conditions: readonly Condition[]): SqlValue[] =>
  conditions.flatMap(([, ...values]) => values)
