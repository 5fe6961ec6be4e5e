export type SqlValue = string | number | bigint | null

/** A value as the drivers return it. Integers are no numbers. */
export type StoredValue = string | bigint | null

/** The columns of a row. */
export type Columns<Row> = { readonly [Column in keyof Row]: StoredValue }

/**
 * Runs statements on one connection. One SQL text serves both engines: `?` placeholders, TEXT and BIGINT only. Integers
 * are returned as bigint.
 */
export interface Sql {
  get<Row extends Columns<Row>>(text: string, ...values: SqlValue[]): Promise<Row | undefined>
  all<Row extends Columns<Row>>(text: string, ...values: SqlValue[]): Promise<Row[]>
  /** @returns the number of changed rows */
  run(text: string, ...values: SqlValue[]): Promise<number>
  /** Runs inserts that need no rows of each other. PostgreSQL gets them as one statement. */
  insertAll(statements: readonly Statement[]): Promise<void>
}

/** The text of a statement and its values. */
export type Statement = readonly [text: string, ...values: SqlValue[]]

/** A connection that also runs scripts of several statements, including BEGIN, COMMIT and ROLLBACK. */
export interface ScriptSql extends Sql {
  script(text: string): Promise<void>
}

/** The kind of database constraint that refused a statement, the same for both engines. */
export type Constraint = 'unique' | 'foreign-key' | 'check' | 'not-null' | 'trigger'

export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation'

  constructor(
    readonly kind: Constraint,
    cause: Error,
  ) {
    super(cause.message, { cause })
  }
}

/** Converts a value for the driver: every number is a 64-bit integer. @throws RangeError for any other number */
export function toBound(value: SqlValue): string | bigint | null {
  if (typeof value === 'string' || value === null) return value
  const whole = BigInt(value)
  if (BigInt.asIntN(64, whole) !== whole) throw new RangeError(`${whole} does not fit into 64 bits`)
  return whole
}

/** Returns `?, ?, ?` for `count` values. */
export const placeholders = (count: number): string => Array.from({ length: count }, () => '?').join(', ')

/** Returns `(?, ?), (?, ?)`: the placeholders of one row, repeated for each row. */
export const rowPlaceholders = (rows: number, row: string): string =>
  Array.from({ length: rows }, () => row).join(', ')

/** Splits rows into batches of few sizes, so that each statement text stays prepared. */
export function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; ) {
    const size = BATCHES.find((batch) => batch <= rows.length - at) ?? 1
    yield rows.slice(at, at + size)
    at += size
  }
}

const BATCHES = [16, 4, 3, 2, 1]

/**
 * Builds a `WHERE` clause that compares columns with values; a column whose value is `undefined` is left out.
 *
 * @param below a column that is compared with an upper bound
 */
export function whereEqual(
  columns: Readonly<Record<string, SqlValue | undefined>>,
  below?: { readonly column: string; readonly value: SqlValue | undefined },
): {
  text: string
  values: SqlValue[]
} {
  const equal = Object.entries(columns).map(([name, value]) => ({ text: `${name} = ?`, value }))
  const conditions = below ? [...equal, { text: `${below.column} < ?`, value: below.value }] : equal
  const defined = conditions.filter(({ value }) => value !== undefined)
  return {
    text: defined.length === 0 ? '' : `WHERE ${defined.map(({ text }) => text).join(' AND ')}`,
    values: defined.map(({ value }) => value ?? null),
  }
}

/** Returns the value of a flag column, 0 or 1. */
export const flag = (value: boolean): bigint => (value ? 1n : 0n)

/** Reads an instant or null from its column. */
export const instantOrNull = (value: bigint | null): number | null => (value === null ? null : Number(value))
