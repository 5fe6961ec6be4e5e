import type { Brand } from '../../domain/merchants/brand.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { findTimeZone, type TimeZone, UTC } from '../../domain/shared/time-zone.js'
import type { Instant } from '../../domain/shared/types.js'
import { type Html, html } from '../../runtime/html.js'
import type { Words } from '../../ui/words.js'
import type { WordKey } from './texts.js'

const MINUTE_MS = 60_000

/** The language, the time zone and the present of a page. */
interface Calendar {
  readonly words: Words<WordKey>
  /** Of the merchant. */
  readonly zone: TimeZone
  readonly now: Instant
}

/** The time zone of a merchant: UTC too where this server does not know the chosen zone any more. */
export const zoneOf = ({ timeZone }: Pick<Brand, 'timeZone'>): TimeZone =>
  findTimeZone(timeZone ?? UTC.name) ?? UTC

/** `26 Nov 2026` in the language of the page and in the time zone of the merchant, as all times below. */
export const day = (calendar: Calendar, at: Instant): string =>
  dates(calendar, { day: 'numeric', month: 'short', year: 'numeric' }).format(at)

/** `26 Nov`. */
export const shortDay = (calendar: Calendar, at: Instant): string =>
  dates(calendar, { day: 'numeric', month: 'short' }).format(at)

/** `Nov 2026`. */
export const shortMonth = (calendar: Calendar, at: Instant): string =>
  dates(calendar, { month: 'short', year: 'numeric' }).format(at)

/** `November 2026`. */
export const month = (calendar: Calendar, at: Instant): string =>
  dates(calendar, { month: 'long', year: 'numeric' }).format(at)

/** `Thursday, 26 November 2026`. */
export const longDay = (calendar: Calendar, at: Instant): string =>
  dates(calendar, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(at)

/** `11:58`, in the digits of amounts and ids. */
export const clockTime = (calendar: Calendar, at: Instant): string => exactTime(calendar, at).slice(0, 5)
export const exactTime = ({ zone }: Calendar, at: Instant): string => zone.time(at)

/** The time of an instant of today, otherwise its day, as an element. */
export function timeElement(calendar: Calendar, at: Instant): Html {
  const isToday = calendar.zone.day(at) === calendar.zone.day(calendar.now)
  const text = isToday ? clockTime(calendar, at) : shortDay(calendar, at)
  return html`<time datetime="${isoTime(at)}" title="${isoTime(at)}">${text}</time>`
}

/** How long until an instant: `21 h`, `14 min`. */
export function timeUntil(calendar: Calendar, at: Instant): Html {
  const minutes = Math.max(1, Math.ceil((at - calendar.now) / MINUTE_MS))
  if (minutes < 60) return calendar.words.fill('minutes', { n: `${minutes}` })
  return calendar.words.fill('hours', { n: `${Math.ceil(minutes / 60)}` })
}

const known = new Map<string, Intl.DateTimeFormat>()

/** Creating a format takes long, so each one is kept. Latin digits, as in the amounts. */
function dates({ words: { tag }, zone }: Calendar, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${tag} ${zone.name} ${JSON.stringify(options)}`
  const format =
    known.get(name) ??
    new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, {
      ...options,
      timeZone: zone.name,
      numberingSystem: 'latn',
    })
  known.set(name, format)
  return format
}
