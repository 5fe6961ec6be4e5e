import { instantOf } from './iso-time.js'
import { DAY_MS } from './policy.js'
import type { Instant } from './types.js'

/** A name of the IANA database, such as `Europe/Lisbon`; an offset has no days of its own. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const MAX_NAME = 64
/** More than the 14 hours that zones are ahead of UTC at most. */
const FARTHEST_MS = 15 * 3_600_000
/** Zones change their clocks at whole quarters of an hour, and their days begin at one. */
export const QUARTER_MS = 900_000

/** Clock and calendar of a time zone. A day may have 23 or 25 hours. */
export class TimeZone {
  private readonly days: Intl.DateTimeFormat
  private readonly clock: Intl.DateTimeFormat

  /** @throws RangeError for a name that the runtime does not know */
  constructor(readonly name: string) {
    const options = { timeZone: name, calendar: 'gregory', numberingSystem: 'latn' } as const
    this.days = new Intl.DateTimeFormat('en', {
      ...options,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    this.clock = new Intl.DateTimeFormat('en-GB', {
      ...options,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
  }

  /** Returns the day of an instant: `2026-10-25`. */
  day(at: Instant): string {
    const parts = new Map(this.days.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  }

  /** Returns the time of an instant: `11:58:02`. */
  time(at: Instant): string {
    return this.clock.format(at)
  }

  /** Returns the first instant of a day, or of the next one where the zone left it out. */
  startOf(day: string): Instant {
    const midnight = instantOf(day)
    // Halves the span between an instant before the day and one that is not.
    let before = midnight - FARTHEST_MS
    let after = midnight + FARTHEST_MS
    while (after - before > QUARTER_MS) {
      const middle = before + Math.floor((after - before) / (2 * QUARTER_MS)) * QUARTER_MS
      if (this.day(middle) < day) before = middle
      else after = middle
    }
    return after
  }

  /** Returns the last millisecond of a day; undefined for a text that is none. */
  endOf(day: string): Instant | undefined {
    if (!DAY.test(day)) return undefined
    const midnight = instantOf(day)
    if (!(midnight >= 0)) return undefined
    return this.startOf(UTC.day(midnight + DAY_MS)) - 1
  }

  /** Lists the beginnings of the day of an instant and of those before it, oldest first. */
  lastDays(until: Instant, count: number): Instant[] {
    const last = instantOf(this.day(until))
    return Array.from({ length: count }, (_, at) => this.startOf(UTC.day(last - (count - 1 - at) * DAY_MS)))
  }
}

export const UTC = new TimeZone('UTC')

const known = new Map<string, TimeZone>([[UTC.name, UTC]])

/** Finds a time zone; undefined for a name that this runtime does not know. */
export function findTimeZone(name: string): TimeZone | undefined {
  if (name.length > MAX_NAME || !NAME.test(name)) return undefined
  try {
    const zone = known.get(name) ?? new TimeZone(name)
    known.set(name, zone)
    return zone
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
