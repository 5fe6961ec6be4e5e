import { expect, it } from 'vitest'
import { instantOf, isoTime } from '../../../src/domain/shared/iso-time.js'
import { findTimeZone } from '../../../src/domain/shared/time-zone.js'

const HOUR_MS = 3_600_000

function zoneOf(name: string) {
  const zone = findTimeZone(name)
  if (!zone) throw new Error(`no zone ${name}`)
  return zone
}

it.each([
  // The clocks are set forward and back within the day.
  ['Europe/Lisbon', '2026-03-29', '2026-03-29T00:00:00.000Z', 23],
  ['Europe/Lisbon', '2026-10-25', '2026-10-24T23:00:00.000Z', 25],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  // Half an hour, and an offset of three quarters.
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
  ['Asia/Kathmandu', '2026-03-29', '2026-03-28T18:15:00.000Z', 24],
  // A day that begins at one o'clock, since the clocks are set forward at midnight.
  ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z', 23],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', 24],
  ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z', 24],
])('%s begins %s at %s, and the day has %d hours', (name, day, begin, hours) => {
  const zone = zoneOf(name)
  const from = zone.startOf(day)
  expect(isoTime(from)).toBe(begin)
  const to = from + hours * HOUR_MS
  expect([zone.day(from - 1) < day, zone.day(from), zone.day(to - 1), zone.day(to) > day]).toEqual([
    true,
    day,
    day,
    true,
  ])
})

it('a day that a zone left out begins with the next one', () => {
  const apia = zoneOf('Pacific/Apia')
  expect(apia.startOf('2011-12-30')).toBe(apia.startOf('2011-12-31'))
})

it('lists the beginnings of the last days, oldest first', () => {
  const now = instantOf('2026-10-26T08:00:00Z')
  expect(zoneOf('Europe/Lisbon').lastDays(now, 3).map(isoTime)).toEqual([
    '2026-10-23T23:00:00.000Z',
    '2026-10-24T23:00:00.000Z',
    '2026-10-26T00:00:00.000Z',
  ])
})

it('tells the time of the day', () => {
  expect(zoneOf('Europe/Lisbon').time(instantOf('2026-07-01T23:30:05Z'))).toBe('00:30:05')
})

it.each(['', 'Europe/Atlantis', '+01:00', '../UTC', 'a'.repeat(65)])('there is no zone %j', (name) => {
  expect(findTimeZone(name)).toBeUndefined()
})
