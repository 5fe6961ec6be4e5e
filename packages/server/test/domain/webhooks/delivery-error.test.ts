import { describe, expect, it } from 'vitest'
import { attemptForMerchant } from '../../../src/domain/webhooks/delivery-error.js'
import type { AttemptTimings, RecordedAttempt } from '../../../src/domain/webhooks/webhook-attempt.js'

const NO_PHASE: AttemptTimings = { dns: null, connect: null, tls: null, firstByte: null, whole: 10_000 }

const attempt = (changes: Partial<RecordedAttempt>): RecordedAttempt => ({
  deliveryId: 'wd_1',
  number: 1,
  startedAt: 1_000,
  signedAt: 1,
  outcome: 'timeout',
  outcomeDetail: null,
  isErrorHidden: false,
  status: null,
  timings: NO_PHASE,
  retryAfter: null,
  sample: null,
  sampleBytes: 0,
  isTruncated: false,
  ...changes,
})

describe('the cause of a time-out', () => {
  it.each<[phase: string, timings: Partial<AttemptTimings>, detail: string]>([
    ['on a reused connection', {}, 'no complete response head in time'],
    ['before the connection', { dns: 3 }, 'no connection in time'],
    ['before the handshake', { dns: 3, connect: 20 }, 'no TLS handshake in time'],
    ['after the handshake', { dns: 3, connect: 20, tls: 30 }, 'no complete response head in time'],
  ])('%s', (_phase, timings, detail) => {
    const shown = attemptForMerchant(attempt({ timings: { ...NO_PHASE, ...timings } }))
    expect([shown.error, shown.detail]).toEqual(['timeout', detail])
  })

  it('is hidden before the first 2xx', () => {
    const timings = { ...NO_PHASE, dns: 3, connect: 20 }
    const { error, detail } = attemptForMerchant(attempt({ timings, isErrorHidden: true }))
    expect([error, detail]).toEqual([
      'unreachable',
      'no answer; the cause is shown once the receiver has answered 2xx',
    ])
  })
})

describe('the duration of an attempt', () => {
  const timings = { ...NO_PHASE, firstByte: 84, whole: 2_084 }

  it('ends with the head of the answer, whatever the body takes', () => {
    const { endedAt, durationMs } = attemptForMerchant(attempt({ outcome: 'HTTP 500', status: 500, timings }))
    expect([endedAt, durationMs]).toEqual([1_084, 84])
  })

  it('is hidden for a failure before the first 2xx, and shown for that 2xx', () => {
    const hidden = { status: 500, timings, isErrorHidden: true }
    expect(attemptForMerchant(attempt({ ...hidden, outcome: 'HTTP 500' })).durationMs).toBeNull()
    expect(attemptForMerchant(attempt({ ...hidden, outcome: null })).durationMs).toBe(84)
  })
})

it('a name with a forbidden address looks like one without an address', () => {
  const of = (outcome: string) => attemptForMerchant(attempt({ outcome }))
  expect(of('blocked_target')).toEqual(of('dns_error'))
})
