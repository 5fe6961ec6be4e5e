import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse, scripted } from '../support/fake.js'
import { rejection } from '../support/loopback.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const FOREVER = { deadlineMs: Number.POSITIVE_INFINITY }
const HOUR_S = 3_600
/** The span that a `Date` header may name: some years around now. */
const anyDate = fc.integer({ min: 1_500_000_000, max: 2_500_000_000 }).map((seconds) => seconds * 1_000)
const httpDate = (ms: number) => new Date(ms).toUTCString()

/** A hint with the wait that it asks for, milliseconds, known without parsing it. */
type Hint = { headers: Record<string, string>; askedMs: number }

const seconds: fc.Arbitrary<Hint> = fc.oneof(
  fc
    .integer({ min: 0, max: 2 * HOUR_S })
    .map((s) => ({ headers: { 'retry-after': `${s}` }, askedMs: s * 1_000 })),
  fc.integer({ min: 0, max: 9_999_999 }).map((ms) => {
    return { headers: { 'retry-after': (ms / 1_000).toFixed(3) }, askedMs: ms }
  }),
)
/** Dates measured against the server's own, however far that is from the local clock. */
const date: fc.Arbitrary<Hint> = fc
  .record({ now: anyDate, after: fc.integer({ min: -HOUR_S, max: 2 * HOUR_S }) })
  .map(({ now, after }) => ({
    headers: { date: httpDate(now), 'retry-after': httpDate(now + after * 1_000) },
    askedMs: Math.max(0, after * 1_000),
  }))
/** Values of several headers, as `Headers` joins them. */
const list: fc.Arbitrary<Hint> = fc.array(seconds, { minLength: 2, maxLength: 4 }).map((hints) => ({
  headers: { 'retry-after': hints.map(({ headers }) => headers['retry-after']).join(', ') },
  askedMs: Math.max(...hints.map(({ askedMs }) => askedMs)),
}))
const rubbish: fc.Arbitrary<Hint> = fc
  .oneof(
    fc.stringMatching(/^[A-Za-z,:;=-]{0,20}$/),
    fc.integer({ max: -1 }).map(String),
    fc.constantFrom(
      '1e3',
      '0x10',
      '+5',
      '.5',
      '5.',
      '1,5',
      'Infinity',
      'NaN',
      '2031-01-01',
      '2031-01-01T00:00:00Z',
    ),
    anyDate.map((ms) => new Date(ms).toString().slice(0, 24)),
    anyDate.map((ms) => httpDate(ms).replace(' GMT', '')),
  )
  .map((text) => ({ headers: { 'retry-after': text }, askedMs: 0 }))

describe('an attempt', () => {
  it('never starts before the hint, nor much after it, for 1,000 random hints', async () => {
    const refusal = fc.constantFrom(
      { status: 429, leastMs: 1_000, spread: 0.25, error: 'rate limit exceeded' },
      { status: 503, leastMs: 250, spread: 0, error: 'service unavailable' },
    )
    const kept = fc.asyncProperty(fc.oneof(seconds, date, list, rubbish), refusal, async (hint, kind) => {
      const steps = [refuse(kind.status, kind.error, hint.headers), answer(200, {})]
      const { mp, sent } = scripted(steps, FOREVER)
      const call = mp.orders.get('o1')
      await vi.runAllTimersAsync()
      await call
      const [first, second] = sent
      const gapMs = (second?.at ?? 0) - (first?.at ?? 0)
      const leastMs = Math.max(hint.askedMs, kind.leastMs)
      expect(gapMs).toBeGreaterThanOrEqual(leastMs)
      // Without a hint a 503 waits for 500 ms at most; a timer may come a moment late.
      expect(gapMs).toBeLessThanOrEqual(Math.max(leastMs, 500) + Math.min(kind.spread * leastMs, 2_000) + 3)
    })
    await fc.assert(kept, { numRuns: 1_000 })
  })

  it('an attempt of a date without a Date beside it starts after that date on the local clock', async () => {
    const kept = fc.asyncProperty(fc.integer({ min: 2, max: HOUR_S }), async (after) => {
      const until = Math.ceil(Date.now() / 1_000 + after) * 1_000
      const { mp, sent } = scripted(
        [refuse(429, 'rate limit exceeded', { 'retry-after': httpDate(until) }), answer(200, {})],
        FOREVER,
      )
      const call = mp.orders.get('o1')
      let startedAt = 0
      void call.then(() => {
        startedAt = Date.now()
      })
      await vi.runAllTimersAsync()
      await call
      expect(sent).toHaveLength(2)
      expect(startedAt).toBeGreaterThanOrEqual(until)
    })
    await fc.assert(kept, { numRuns: 50 })
  })

  it('is not made, and nothing is waited for, when an hour is asked for and 30 s are left', async () => {
    const start = performance.now()
    const { mp, sent } = scripted([refuse(429, 'rate limit exceeded', { 'retry-after': `${HOUR_S}` })])
    const error = await rejection(mp.orders.get('o1', { deadlineMs: 30_000 }))
    expect(error).toMatchObject({ name: 'ApiError', status: 429, retryAfterMs: HOUR_S * 1_000 })
    expect(performance.now() - start).toBe(0)
    expect([sent.length, vi.getTimerCount()]).toEqual([1, 0])
  })
})

/** Timers of the runtimes hold less than this and fire at once beyond it. */
describe.each([2 ** 31 - 2, 2 ** 31 - 1, 2 ** 31, 2 ** 32 + 5])('a time of %i ms', (ms) => {
  it('the time that a server asks a stream to wait is waited in full', async () => {
    const hint = { 'retry-after': (ms / 1_000).toFixed(3) }
    const { mp, sent } = scripted([refuse(429, 'rate limit exceeded', hint), refuse(404, 'order not found')])
    const end = rejection(mp.orders.stream('o1').next())
    await vi.advanceTimersByTimeAsync(ms)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(sent).toHaveLength(2)
    expect(await end).toMatchObject({ status: 404 })
  })

  it('a time for one attempt does not end it earlier', async () => {
    const limits = { timeoutMs: ms, deadlineMs: Number.POSITIVE_INFINITY, maxRetries: 0 }
    const { mp } = scripted([() => () => new Promise<Response>(() => {})], limits)
    let isDone = false
    const end = rejection(mp.orders.get('o1')).finally(() => {
      isDone = true
    })
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(2)
    expect(await end).toMatchObject({ name: 'TimeoutError' })
  })
})
