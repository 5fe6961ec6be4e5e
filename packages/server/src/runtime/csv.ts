import { escaped } from './escaped-text.js'

/** One value of a table or of a JSON document. Amounts are decimal strings. */
export type Cell = string | number | boolean | null

/**
 * Where a spreadsheet would begin a formula: at the beginning of a text, and behind a semicolon, which separates cells in
 * many countries, whatever quotes stand around the text. Quotes and white space before the formula may be cut off. Merchants
 * and payers choose texts, and an operator opens the file.
 */
const FORMULA = /(^|;)(?=[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=\s)/gu
const NUMBER = /^-?[0-9]+(?:[.,][0-9]+)?$/
/** By separator. With semicolons a comma is quoted too: it is the decimal sign of some countries, and separates in others. */
const NEEDS_QUOTES = { ',': /[",\r\n]/, ';': /[",;\r\n]/ }

/** Between the cells of a record; the second one where the comma is the decimal sign. */
export type Separator = keyof typeof NEEDS_QUOTES

/** Renders one record as RFC 4180 says; control characters are escaped, so that a record is one line. */
export const csvLine = (cells: readonly Cell[], separator: Separator = ','): string =>
  `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`

function csvCell(cell: Cell, separator: Separator): string {
  if (cell === null) return ''
  const text = `${cell}`
  const harmless = escaped(NUMBER.test(text) ? text : text.replace(FORMULA, "$1'"))
  return NEEDS_QUOTES[separator].test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
