import { describe, expect, it } from 'vitest'
import { errorOfStatus } from '../../../src/chain/nodes/error-class.js'
import { NodeHealth } from '../../../src/chain/nodes/node-health.js'

/** The longest pause with jitter. */
const MOST = 1 - Number.EPSILON

/** The pause of a node, ms, after that many answers of one kind in a row. */
function restOf(
  answers: readonly [status: number, retryAfter: string | null, text?: string][],
  random = MOST,
): number {
  const node = new NodeHealth('node')
  for (const [status, retryAfter, text] of answers) {
    const fault = errorOfStatus(status, retryAfter, text)
    if (!fault) throw new Error(`HTTP ${status} is no fault`)
    node.noteFault(fault, 0, random)
  }
  let ms = 0
  while (!node.isAwake(ms)) ms += 250
  return ms
}

describe('a node that reports a rate limit', () => {
  it.each([
    ['1', 1_000],
    ['2', 2_000],
    ['300', 300_000],
    ['0', 1_000],
    ['86400', 300_000],
  ])('rests for the seconds of its Retry-After %s: %i ms', (retryAfter, ms) => {
    expect(restOf([[429, retryAfter]], 0)).toBe(ms)
    expect(restOf([[403, retryAfter]], 0)).toBe(ms)
  })

  it('adds a little at random to a time that it names, a second at most', () => {
    expect(restOf([[429, '10']])).toBe(11_000)
    expect(restOf([[429, '300']])).toBe(301_000)
  })

  it.each([
    ['{"Error":"The key exceeds the frequency limit(15), and the query server is suspended for 5 s"}', 5_000],
    [
      '{"Error":"request rate exceeded the allowed_rps(3), and the query server is suspended for 30s"}',
      30_000,
    ],
    ['{"error":{"code":-32005,"message":"rate limited","data":{"rate":{"backoff_seconds":7}}}}', 7_000],
  ])('rests for the time in its text: %s', (text, ms) => {
    expect(restOf([[403, null, text]], 0)).toBe(ms)
    expect(restOf([[429, null, text]], 0)).toBe(ms)
  })

  it.each([null, '', 'soon', '-1', '1.5', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'rests twice as long each time, a minute at most, where it says %j',
    (retryAfter) => {
      const rests = [1, 2, 3, 7, 20].map((times) =>
        restOf(Array.from({ length: times }, () => [429, retryAfter])),
      )
      expect(rests).toEqual([1_000, 2_000, 4_000, 60_000, 60_000])
    },
  )

  it('pauses for a random part of the interval, so that servers do not return at once', () => {
    expect(restOf([[429, null]], 0)).toBe(0)
    expect(
      restOf(
        [
          [429, null],
          [429, null],
        ],
        0.5,
      ),
    ).toBe(1_000)
  })

  it('pauses for half a minute after HTTP 403 without a time', () => {
    expect(restOf([[403, null]])).toBe(30_000)
  })
})
