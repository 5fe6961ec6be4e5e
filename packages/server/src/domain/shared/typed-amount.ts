import { formatUsdt, type Usdt } from './money.js'

/** Arabic and Persian digits, each from 0 to 9. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g
/** Groups of three digits with commas, as pages write them, or with points. */
const WITH_COMMAS = /^\d{1,3}(?:,\d{3})+\.\d+$/
const WITH_POINTS = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/
const DECIMAL_COMMA = /^(\d+),(?=\d{1,2}$)/
/** A point before three last digits groups them for some people, as a comma does for others. */
const GROUPING_POINT = /^([1-9]\d*)\.(?=\d{3}$)/

/**
 * Returns an amount that a person typed in the spelling of the API: `64.90` for `64,90`, `12480.50` for `12,480.50`. A text
 * that could mean two amounts, such as `12,480` and `12.480`, is returned with a comma, which no amount has.
 *
 * @param isPointDecimal where a point can only stand before decimals
 */
export function typedAmount(typed: string, { isPointDecimal = false } = {}): string {
  const text = typed
    .trim()
    .replace(OTHER_DIGITS, (digit) => `${digit.charCodeAt(0) & 0xf}`)
    .replaceAll('\u066b', ',')
  if (WITH_COMMAS.test(text)) return text.replaceAll(',', '')
  const ungrouped = WITH_POINTS.test(text) ? text.replaceAll('.', '') : text
  const read = ungrouped.replace(DECIMAL_COMMA, '$1.')
  return isPointDecimal ? read : read.replace(GROUPING_POINT, '$1,')
}

/** Writes an amount for a field that {@link typedAmount} reads: `12.3450`, since `12.345` could mean two amounts. */
export const amountForField = (amount: Usdt): string => formatUsdt(amount).replace(/\.\d{3}$/, '$&0')
