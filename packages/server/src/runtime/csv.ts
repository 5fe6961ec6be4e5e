import { escaped } from './escaped-text.js'

/** One value of a table or of a JSON document. Amounts are decimal strings. */
export type Cell = string | number | boolean | null

/**
 * Where a spreadsheet would begin a formula: at the beginning of a text, and behind a semicolon, which separates cells in
 * many countries, whatever quotes stand around the text. Quotes and white space before the formula may be cut off. Merchants
 * and payers choose texts, and an operator opens the file.
 */
const FORMULA = /(^|;)(?=[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=\s)/gu
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/
const NEEDS_QUOTES = /[",\r\n]/

/** Renders one record as RFC 4180 says; control characters are escaped, so that a record is one line. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  const text = `${cell}`
  const harmless = escaped(NUMBER.test(text) ? text : text.replace(FORMULA, "$1'"))
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
