import { isoTime } from '../../domain/shared/iso-time.js'
import type { Instant } from '../../domain/shared/types.js'
import { type Html, html } from '../../runtime/html.js'
import type { Visit } from '../visit.js'

const MINUTE_MS = 60_000

/** `26 Nov 2026` in the language of the page and in the time zone of the merchant, as all times below. */
export const day = (visit: Visit, at: Instant): string =>
  dates(visit, { day: 'numeric', month: 'short', year: 'numeric' }).format(at)

/** `26 Nov`. */
export const shortDay = (visit: Visit, at: Instant): string =>
  dates(visit, { day: 'numeric', month: 'short' }).format(at)

/** `Nov 2026`. */
export const shortMonth = (visit: Visit, at: Instant): string =>
  dates(visit, { month: 'short', year: 'numeric' }).format(at)

/** `November 2026`. */
export const month = (visit: Visit, at: Instant): string =>
  dates(visit, { month: 'long', year: 'numeric' }).format(at)

/** `Thursday, 26 November 2026`. */
export const longDay = (visit: Visit, at: Instant): string =>
  dates(visit, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(at)

/** `11:58`, in the digits of amounts and ids. */
export const clockTime = (visit: Visit, at: Instant): string => exactTime(visit, at).slice(0, 5)
export const exactTime = ({ zone }: Visit, at: Instant): string => zone.time(at)

/** The time of an instant of today, otherwise its day, as an element. */
export function timeElement(visit: Visit, at: Instant): Html {
  const isToday = visit.zone.day(at) === visit.zone.day(visit.now)
  const shown = isToday ? clockTime(visit, at) : shortDay(visit, at)
  return html`<time datetime="${isoTime(at)}" title="${isoTime(at)}">${shown}</time>`
}

/** How long until an instant: `21 h`, `14 min`. */
export function timeUntil(visit: Visit, at: Instant): Html {
  const minutes = Math.max(1, Math.ceil((at - visit.now) / MINUTE_MS))
  if (minutes < 60) return visit.text('minutes', { n: `${minutes}` })
  return visit.text('hours', { n: `${Math.ceil(minutes / 60)}` })
}

const known = new Map<string, Intl.DateTimeFormat>()

/** Creating a format takes long, so each one is kept. Latin digits, as in the amounts. */
function dates({ words: { tag }, zone }: Visit, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
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
