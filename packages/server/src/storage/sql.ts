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

/** `?, ?, ?` for that many values. */
export const placeholders = (count: number): string => Array.from({ length: count }, () => '?').join(', ')

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
