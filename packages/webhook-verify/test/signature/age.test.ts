import { describe, expect, test } from 'vitest'
import { createVerifier, type VerifierOptions } from '../../src/index.node.js'
import { BODY, errorOf, headerOf, NOW, OTHER_SECRET, outcome, SECRET, T } from '../support/webhooks.js'

function at(now: number, options: Partial<VerifierOptions> = {}, header = headerOf(T)) {
  const verifier = createVerifier({ secrets: SECRET, clock: () => now, ...options })
  return outcome(() => verifier.verify(BODY, header))
}

/** The hint when a signature of this future time is refused. */
function hintOf(seconds: number): string {
  const { verify } = createVerifier({ secrets: SECRET, clock: () => NOW })
  return errorOf(() => verify(BODY, headerOf(seconds))).hint
}

describe('the age of a signature', () => {
  test('the age of a signature in milliseconds is too new, and the hint says so', () => {
    expect(at(NOW, {}, headerOf(NOW))).toBe('timestamp_too_new')
    expect(hintOf(NOW)).toBe('Set the clock by NTP. The t looks like milliseconds.')
    expect(hintOf(1e11)).toContain('milliseconds')
  })

  test('the age of a signature in seconds, however far ahead, is not taken for milliseconds', () => {
    for (const seconds of [T + 400, 1e11 - 1]) expect(hintOf(seconds)).toBe('Set the clock by NTP.')
  })

  test.each([0, 999])('is bounded at 300 s either way, both ends included, with the clock at .%i', (ms) => {
    expect(at(NOW + 300_000 + ms)).toBe('ok')
    expect(at(NOW + 301_000 + ms)).toBe('timestamp_too_old')
    expect(at(NOW - 300_000 + ms)).toBe('ok')
    expect(at(NOW - 301_000 + ms)).toBe('timestamp_too_new')
  })

  test('is told in seconds and with its direction', () => {
    const told = (now: number) =>
      errorOf(() => createVerifier({ secrets: SECRET, clock: () => now }).verify(BODY, headerOf(T))).message
    expect(told(NOW + 412_000)).toBe('signed 412 s ago; 300 s allowed')
    expect(told(NOW - 412_000)).toBe('signed 412 s ahead of the clock; 300 s allowed')
  })

  test('is not judged before the signature: old and forged is a mismatch', () => {
    expect(at(NOW + 400_000, {}, headerOf(T, BODY, OTHER_SECRET))).toBe('signature_mismatch')
    expect(at(NOW - 400_000, {}, headerOf(T, BODY, OTHER_SECRET))).toBe('signature_mismatch')
  })

  test('has a tolerance of the exact second when that is 0', () => {
    expect(at(NOW + 999, { toleranceSeconds: 0 })).toBe('ok')
    expect(at(NOW + 1000, { toleranceSeconds: 0 })).toBe('timestamp_too_old')
    expect(at(NOW - 1, { toleranceSeconds: 0 })).toBe('timestamp_too_new')
  })

  test('does not matter when the tolerance is Infinity', () => {
    expect(at(0, { toleranceSeconds: Infinity })).toBe('ok')
    expect(at(NOW * 2, { toleranceSeconds: Infinity })).toBe('ok')
  })

  test('is 300 s at most when the tolerance is undefined', () => {
    expect(at(NOW + 301_000, { toleranceSeconds: undefined })).toBe('timestamp_too_old')
  })

  test.each([-1, 1.5, Number.NaN, -Infinity, '300', null])(
    'takes no tolerance of %j: invalid_option',
    (value) => {
      const toleranceSeconds = value as number // plain JavaScript can pass any of them
      expect(outcome(() => createVerifier({ secrets: SECRET, toleranceSeconds }))).toBe('invalid_option')
    },
  )

  test('is judged at receivedAt, when that is given, and by the clock otherwise', () => {
    const verifier = createVerifier({ secrets: SECRET, clock: () => NOW + 7_200_000 })
    expect(outcome(() => verifier.verify(BODY, headerOf(T), { receivedAt: NOW + 1000 }))).toBe('ok')
    expect(outcome(() => verifier.verify(BODY, headerOf(T), { receivedAt: undefined }))).toBe(
      'timestamp_too_old',
    )
    expect(outcome(() => verifier.verify(BODY, headerOf(T)))).toBe('timestamp_too_old')
  })

  test('is judged by Date.now without a clock', () => {
    const header = headerOf(Math.floor(Date.now() / 1000))
    expect(outcome(() => createVerifier({ secrets: SECRET }).verify(BODY, header))).toBe('ok')
  })

  test.each([Number.NaN, Infinity, '1767225600000', null, new Date(NOW)])(
    'is never judged by %j: invalid_option',
    (value) => {
      const receivedAt = value as number // plain JavaScript can pass any of them
      const verifier = createVerifier({
        secrets: SECRET,
        toleranceSeconds: Infinity,
        clock: () => receivedAt,
      })
      expect(outcome(() => verifier.verify(BODY, headerOf(T)))).toBe('invalid_option')
      const other = createVerifier({ secrets: SECRET, toleranceSeconds: Infinity })
      expect(outcome(() => other.verify(BODY, headerOf(T), { receivedAt }))).toBe('invalid_option')
    },
  )

  test('cannot be judged by a clock that throws', () => {
    const clock = () => {
      throw new Error('no clock')
    }
    expect(outcome(() => createVerifier({ secrets: SECRET, clock }).verify(BODY, headerOf(T)))).toBe(
      'invalid_option',
    )
  })

  test('cannot be judged by a clock that is no function', () => {
    const clock = NOW as unknown as () => number // plain JavaScript can pass it
    expect(outcome(() => createVerifier({ secrets: SECRET, clock }).verify(BODY, headerOf(T)))).toBe(
      'invalid_option',
    )
  })
})
