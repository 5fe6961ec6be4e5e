import type { SqlValue } from '../sql.js'

export type Condition = readonly [text: string, ...values: SqlValue[]]

/** More than the characters of everything that is found by its beginning. */
const LONGEST = 80

/**
 * Compares the beginning of a column by a range of its index. The text consists of letters, digits, hyphens and underscores,
 * and nothing that begins with it comes behind the text with `z` up to its end; the last comparison is for databases that
 * sort texts as a language does.
 */
export const beginsWith = (column: string, text: string): Condition => [
  `${column} >= ? AND ${column} <= ? AND SUBSTR(${column}, 1, ${text.length}) = ?`,
  text,
  text.padEnd(LONGEST, 'z'),
  text,
]
