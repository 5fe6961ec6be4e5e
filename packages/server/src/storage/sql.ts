export type SqlValue = string | number | bigint | null

/**
 * One connection's statements. One SQL text serves every engine: `?` placeholders, TEXT and BIGINT only. Integers come
 * back as bigint.
 */
export interface Sql {
  get<Row>(text: string, ...values: SqlValue[]): Promise<Row | undefined>
  all<Row>(text: string, ...values: SqlValue[]): Promise<Row[]>
  /** @returns how many rows changed */
  run(text: string, ...values: SqlValue[]): Promise<number>
}

/** A connection that also runs scripts of many statements, among them those that frame a transaction. */
export interface ScriptSql extends Sql {
  script(text: string): Promise<void>
}

/** A rule of the books that a statement would have broken, the same for every engine. */
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

/** Every number of ours is a whole one of 64 bits. @throws RangeError for any other */
export function toBound(value: SqlValue): string | bigint | null {
  if (typeof value === 'string' || value === null) return value
  const whole = BigInt(value)
  if (BigInt.asIntN(64, whole) !== whole) throw new RangeError(`${whole} does not fit into 64 bits`)
  return whole
}

/** `?, ?, ?` for that many values. */
export const placeholders = (count: number): string => Array.from({ length: count }, () => '?').join(', ')

/** `(?, ?), (?, ?)` for that many rows, each with what one row's values stand for. */
export const rowPlaceholders = (rows: number, row: string): string =>
  Array.from({ length: rows }, () => row).join(', ')

/** Cuts rows up so that statements over many of them have few texts: each text stays prepared. */
export function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; ) {
    const size = BATCHES.find((batch) => batch <= rows.length - at) ?? 1
    yield rows.slice(at, at + size)
    at += size
  }
}

const BATCHES = [16, 4, 3, 2, 1]

/** The condition that each column with a value equals it; `undefined` leaves a column out. */
export function whereEqual(columns: Readonly<Record<string, SqlValue | undefined>>): {
  text: string
  values: SqlValue[]
} {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  return {
    text: given.length === 0 ? '' : `WHERE ${given.map(([name]) => `${name} = ?`).join(' AND ')}`,
    values: given.map(([, value]) => value ?? null),
  }
}

/** A flag column, 0 or 1. */
export const flag = (value: boolean): bigint => (value ? 1n : 0n)

/** An instant or null from its column. */
export const instantOrNull = (value: bigint | null): number | null => (value === null ? null : Number(value))
