import { escaped } from './escaped-text.js'

/** One value of a table or of a JSON document. Amounts are decimal strings. */
export type Cell = string | number | boolean | null

/**
 * The beginning of a text that a spreadsheet would run as a formula. Merchants and payers choose texts, and an operator
 * opens the file.
 */
const FORMULA = /^[\s=+\-@\uff1d\uff0b\uff0d\uff20]/u
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/
const NEEDS_QUOTES = /[",\r\n]/

/** Renders one record as RFC 4180 says; control characters are escaped, so that a record is one line. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  const text = `${cell}`
  const shown = escaped(FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text)
  return NEEDS_QUOTES.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}
