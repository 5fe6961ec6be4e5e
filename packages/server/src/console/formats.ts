import { isoTime } from '../domain/shared/iso-time.js'
import { DAY_MS } from '../domain/shared/policy.js'
import type { Instant } from '../domain/shared/types.js'
import { type Html, html } from '../runtime/html.js'
import { number } from '../ui/figures.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

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

/** Writes how long something took: `840 ms`, `41 s`, `3 min`. */
export const duration = (ms: number): string => (ms < 1_000 ? `${ms} ms` : age(0, ms))

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
