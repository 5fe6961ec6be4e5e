/** Arabic and Persian digits, each from 0 to 9. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g
/** Groups of three digits with commas, as pages write them, or with points. */
const WITH_COMMAS = /^\d{1,3}(?:,\d{3})+\.\d+$/
const WITH_POINTS = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/
/** A comma before one or two last digits. Before three it may group digits as well. */
const DECIMAL_COMMA = /^(\d+),(?=\d{1,2}$)/

/**
 * Returns an amount that a person typed in the spelling of the API: `64.90` for `64,90`, `12480.50` for `12,480.50`. A text
 * that could mean two amounts, such as `12,480`, is returned with its comma, which no amount has.
 */
export function typedAmount(typed: string): string {
  const text = typed
    .trim()
    .replace(OTHER_DIGITS, (digit) => `${digit.charCodeAt(0) & 0xf}`)
    .replaceAll('\u066b', ',')
  if (WITH_COMMAS.test(text)) return text.replaceAll(',', '')
  const ungrouped = WITH_POINTS.test(text) ? text.replaceAll('.', '') : text
  return ungrouped.replace(DECIMAL_COMMA, '$1.')
}
