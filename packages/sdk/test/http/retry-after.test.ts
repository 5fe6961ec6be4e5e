import { describe, expect, it } from 'vitest'
import { readRetryAfter } from '../../src/http/retry-after.js'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const read = (headers: Record<string, string>) => readRetryAfter(new Headers(headers), NOW)

describe('Retry-After', () => {
  it.each([
    ['2', 2_000],
    ['0', 0],
    ['0.5', 500],
    [' 7 ', 7_000],
    ['3600', 3_600_000],
  ])('Retry-After of %s seconds is read as %i ms', (hint, ms) => {
    expect(read({ 'retry-after': hint })).toBe(ms)
  })

  it.each(['-5', 'soon', '', '1e3', '2,5', 'NaN', '2026-01-01', 'Thu, 01 Jan 2026 00:00:04'])(
    'Retry-After of "%s" counts as absent',
    (hint) => {
      expect(read({ 'retry-after': hint })).toBeUndefined()
    },
  )

  it.each([
    ['2, 5', 5_000],
    ['5, 2', 5_000],
    ['soon, 3', 3_000],
    ['Thu, 01 Jan 2026 00:00:04 GMT, 2', 4_000],
    ['2, Thu, 01 Jan 2026 00:00:04 GMT', 4_000],
    ['Thu, 01 Jan 2026 00:00:04 GMT, Thu, 01 Jan 2026 00:00:06 GMT', 6_000],
    ['0, Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ])('Retry-After of several values, "%s", is the longest wait', (hint, ms) => {
    expect(read({ 'retry-after': hint })).toBe(ms)
  })

  it('Retry-After that was sent as two headers is the longest wait', () => {
    const headers = new Headers([
      ['retry-after', '2'],
      ['retry-after', '5'],
    ])
    expect(readRetryAfter(headers, NOW)).toBe(5_000)
  })

  it('Retry-After as a date is measured against the Date of the same response', () => {
    const date = 'Wed, 31 Dec 2025 23:00:00 GMT'
    expect(read({ 'retry-after': 'Wed, 31 Dec 2025 23:00:04 GMT', date })).toBe(4_000)
  })

  it('Retry-After as a date without a Date beside it is measured against the local clock', () => {
    expect(read({ 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' })).toBe(9_000)
  })

  it('Retry-After in the past is no wait', () => {
    expect(read({ 'retry-after': 'Wed, 31 Dec 2025 23:00:00 GMT' })).toBe(0)
  })
})
