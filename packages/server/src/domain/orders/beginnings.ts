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
/** The number of an order or a withdrawal without its prefix. */
const BARE_NUMBER = /^[0-9a-hjkmnp-tv-z]{12}$/i
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

/** Returns what a text may be the beginning of, among withdrawals. */
export function withdrawalBeginnings(text: string): Beginning[] {
  const number = numberBeginning(text, 'wdr')
  return [
    ...beginningsIn(text).filter(({ of }) => of === 'hash' || of === 'address' || of === 'id'),
    ...(number === undefined ? [] : [{ of: 'number', text: number } as const]),
  ]
}

/** Returns a number that is written without its prefix with it; any other text comes back unchanged. */
export const withPrefix = (text: string, prefix: 'ord' | 'wdr'): string =>
  BARE_NUMBER.test(text) ? `${prefix}_${text}` : text

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
