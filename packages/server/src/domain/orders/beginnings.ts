import { hashBeginnings } from '../../networks/spellings.js'

/** The first characters of something that an order is found by, as it is stored. */
export interface Beginning {
  readonly of: 'hash' | 'address' | 'id' | 'number'
  readonly text: string
}

/** Fewer characters would find too many addresses and hashes. */
const LEAST = 6
const MOST = 66
const ADDRESS = /^[0-9a-z]+$/i
/** At least the time in the id of an order; hyphens may be left out. */
const ID =
  /^([0-9a-f]{8})-?([0-9a-f]{4})(?:-?([0-9a-f]{1,4}))?(?:-?([0-9a-f]{1,4}))?(?:-?([0-9a-f]{1,12}))?$/i
/** A part of a number that has 12 characters with its beginning. */
const NUMBER = /^(?:ord_)?([0-9a-hjkmnp-tv-z]{8,11})$/i

/** Returns what a text may be the beginning of. */
export function beginningsIn(text: string): Beginning[] {
  if (text.length < LEAST || text.length > MOST) return []
  const found: Beginning[] = hashBeginnings(text).map((hash) => ({ of: 'hash', text: hash }))
  // In small letters: people copy addresses from programs that change their letter case.
  if (ADDRESS.test(text)) found.push({ of: 'address', text: text.toLowerCase() })
  const [, ...parts] = ID.exec(text) ?? []
  const id = parts.filter((part) => part !== undefined)
  if (id.length > 0) found.push({ of: 'id', text: id.join('-').toLowerCase() })
  const [, number] = NUMBER.exec(text) ?? []
  if (number !== undefined) found.push({ of: 'number', text: `ord_${number.toUpperCase()}` })
  return found
}
