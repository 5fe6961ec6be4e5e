import { isoTime } from '../domain/shared/iso-time.js'
import { formatSigned } from '../domain/shared/money.js'
import type { Instant, Network } from '../domain/shared/types.js'
import { type Html, html } from '../runtime/html.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const NETWORK_NAMES: Readonly<Record<Network, string>> = { TRC20: 'Tron', ERC20: 'Ethereum' }

/** Writes an amount of 1e-8 USDT with all its decimals: `12,480.50`. */
export function money(amount: bigint): string {
  const [whole = '', decimals = ''] = formatSigned(amount).split('.')
  return `${grouped(whole)}.${decimals}`
}

/** Writes a count: `12,481`. */
export const number = (count: number | bigint): string => grouped(`${count}`)

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')

/** `1 order`, `2 orders`. */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${number(count)} ${count === 1 ? noun : nouns}`

/** Writes how long ago something was: `14 min`, `5 h`, `2 d`. */
export function age(since: Instant, now: Instant): string {
  const ms = Math.max(0, now - since)
  if (ms < MINUTE_MS) return `${Math.floor(ms / 1_000)} s`
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} d`
}

/** `26 Nov 2026`. */
export function day(at: Instant): string {
  const date = new Date(at)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** `11:58:02`. */
export const clockTime = (at: Instant): string => isoTime(at).slice(11, 19)

/** A time in UTC, without what it has in common with now: `11:58`, `26 Nov 11:58`, `26 Nov 2025`. */
export function shortTime(at: Instant, now: Instant): string {
  if (day(at) === day(now)) return clockTime(at).slice(0, 5)
  const [date = '', month = '', year = ''] = day(at).split(' ')
  return year === `${new Date(now).getUTCFullYear()}`
    ? `${date} ${month} ${clockTime(at).slice(0, 5)}`
    : day(at)
}

/** The same as an element, with the whole time for machines and pointers. */
export const timeElement = (at: Instant, now: Instant): Html =>
  html`<time datetime="${isoTime(at)}" title="${isoTime(at)}">${shortTime(at, now)}</time>`

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Cuts an id, a hash or an address in the middle. */
export const shortened = (text: string): string =>
  text.length > 20 ? `${text.slice(0, 8)}…${text.slice(-6)}` : text
