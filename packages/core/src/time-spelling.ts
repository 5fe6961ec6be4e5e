/** A time of RFC 3339 as people and programs write it; a query reads a bare `+` as a blank. */
const TIME = /^(\d{4}-\d\d-\d\d)t(\d\d:\d\d):(\d\d)(\.\d{1,9})?(z|[ +-]\d\d:\d\d)$/i

/**
 * Returns a time of a query in the spelling of the contract: `T` and `Z` in capitals, a `+` that was not escaped, and a leap
 * second as the first second of the next minute. Any other text comes back unchanged.
 */
export function timeSpelling(text: string): string {
  const [, day = '', minute = '', second = '', fraction = '', zone = ''] = TIME.exec(text) ?? []
  if (day === '') return text
  const offset = zone.toUpperCase().replace(' ', '+')
  if (second !== '60') return `${day}T${minute}:${second}${fraction}${offset}`
  const at = Date.parse(`${day}T${minute}:59${offset}`)
  return Number.isNaN(at) ? text : new Date(at + 1_000).toISOString()
}
