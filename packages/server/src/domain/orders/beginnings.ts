import { hashBeginnings } from '../../networks/spellings.js'

/** The first characters of something that an order is found by, as it is stored. */
export interface Beginning {
  readonly of: 'hash' | 'address' | 'id' | 'number' | 'link'
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
const NUMBER = /^(?:(ord|wdr)_)?([0-9a-hjkmnp-tv-z]{8,11})$/i
/** At least 12 characters of the id of a payment link or a delivery. */
const PREFIXED = /^(pl|wd)_[0-9a-f]{9,31}$/i

/** Returns what a text may be the beginning of. */
export function beginningsIn(text: string): Beginning[] {
  if (text.length < LEAST || text.length > MOST) return []
  const found: Beginning[] = hashBeginnings(text).map((hash) => ({ of: 'hash', text: hash }))
  // In small letters: people copy addresses from programs that change their letter case.
  if (ADDRESS.test(text)) found.push({ of: 'address', text: text.toLowerCase() })
  const id = idBeginning(text)
  if (id !== undefined) found.push({ of: 'id', text: id })
  const number = numberBeginning(text, 'ord')
  if (number !== undefined) found.push({ of: 'number', text: number })
  const link = linkBeginning(text)
  if (link !== undefined) found.push({ of: 'link', text: link })
  return found
}

/** The beginning of the id or the number of a withdrawal. */
export interface WithdrawalBeginning extends Beginning {
  readonly of: 'id' | 'number'
}

/** Returns what a text may be the beginning of, among withdrawals. */
export function withdrawalBeginning(text: string): WithdrawalBeginning | undefined {
  const id = idBeginning(text)
  if (id !== undefined) return { of: 'id', text: id }
  const number = numberBeginning(text, 'wdr')
  return number === undefined ? undefined : { of: 'number', text: number }
}

/** Returns the beginning of the id of a delivery that a text may be. */
export const deliveryBeginning = (text: string): string | undefined => prefixed(text, 'wd')

/** Returns the beginning of the id of a payment link that a text may be. */
export const linkBeginning = (text: string): string | undefined => prefixed(text, 'pl')

const prefixed = (text: string, prefix: 'pl' | 'wd'): string | undefined =>
  PREFIXED.exec(text)?.[1]?.toLowerCase() === prefix ? text.toLowerCase() : undefined

function idBeginning(text: string): string | undefined {
  const [, ...parts] = ID.exec(text) ?? []
  const id = parts.filter((part) => part !== undefined)
  return id.length > 0 ? id.join('-').toLowerCase() : undefined
}

function numberBeginning(text: string, prefix: 'ord' | 'wdr'): string | undefined {
  const [, written = prefix, number] = NUMBER.exec(text) ?? []
  return number === undefined || written.toLowerCase() !== prefix
    ? undefined
    : `${prefix}_${number.toUpperCase()}`
}
