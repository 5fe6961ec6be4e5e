import { describe, expect, it } from 'vitest'
import type { AttemptOutcome } from '../../../src/domain/webhooks/webhook.js'
import {
  admit,
  afterAttempt,
  type Breaker,
  CLOSED_BREAKER,
  isOpen,
} from '../../../src/domain/webhooks/webhook-breaker.js'
import { START } from '../../support/domain/context.js'

const SECOND = 1_000
const failed = (error: string): AttemptOutcome => ({ delivered: false, error })

/** The breaker after attempts that took no time, of the deliveries named, all at once. */
function after(
  breaker: Breaker,
  outcome: AttemptOutcome,
  deliveries: readonly string[],
  at = START,
): Breaker {
  return deliveries.reduce(
    (now, deliveryId) => afterAttempt(now, { deliveryId, outcome, startedAt: at, endedAt: at }),
    breaker,
  )
}

const TEN = ['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd', 'a', 'b']
const opened = after(CLOSED_BREAKER, failed('timeout'), TEN)

describe('the breaker of a target', () => {
  it('43 lets a probe through 30, 60, 120, 240 and 300 s after the last failure, one at a time', () => {
    let breaker = opened
    let at = START
    const waits: number[] = []
    for (let probe = 0; probe < 6; probe += 1) {
      const from = at
      while (admit(breaker, at, 0).slots !== 1) at += SECOND
      waits.push((at - from) / SECOND)
      expect(admit(breaker, at, 1).dueAt).toBeLessThan(at)
      breaker = after(breaker, failed('connection_refused'), ['a'], at)
    }
    expect(waits).toEqual([30, 60, 120, 240, 300, 300])
  })

  it('43 lets a probe through where the clock was set back since the last failure', () => {
    expect(admit(opened, START - 1, 0)).toEqual({ slots: 1, dueAt: START - 1 })
  })

  it('43 opens at the tenth failure in a row and not before', () => {
    expect(isOpen(after(CLOSED_BREAKER, failed('timeout'), TEN.slice(0, 9)))).toBe(false)
    expect(isOpen(opened)).toBe(true)
  })

  it.each([
    ['timeout', true],
    ['dns_error', true],
    ['tls_error', true],
    ['blocked_target', true],
    ['connection_refused', true],
    ['connection_reset', true],
    ['network_unreachable', true],
    ['response_invalid', true],
    ['HTTP 500', false],
    ['HTTP 302', false],
  ] as const)('43 opens after ten times %s: %s', (error, expected) => {
    expect(isOpen(after(CLOSED_BREAKER, failed(error), TEN))).toBe(expected)
  })

  it('43 closes on the head of any answer, and lets 1, 2 and 4 attempts run as more of them come', () => {
    let breaker = after(opened, failed('HTTP 500'), ['a'])
    const slots = [admit(breaker, START, 0).slots]
    for (const outcome of [{ delivered: true } as const, failed('HTTP 404'), { delivered: true } as const]) {
      breaker = after(breaker, outcome, ['b'])
      slots.push(admit(breaker, START, 0).slots)
    }
    expect([isOpen(breaker), ...slots]).toEqual([false, 1, 2, 4, 4])
  })

  it('43 counts only failures in a row', () => {
    const nine = after(CLOSED_BREAKER, failed('timeout'), TEN.slice(0, 9))
    const answered = after(nine, failed('HTTP 503'), ['a'])
    expect(isOpen(after(answered, failed('timeout'), TEN.slice(0, 9)))).toBe(false)
  })

  it('43 waits no longer for what was under way when it opened', () => {
    const late = afterAttempt(opened, {
      deliveryId: 'e',
      outcome: failed('timeout'),
      startedAt: START - SECOND,
      endedAt: START + SECOND,
    })
    expect(admit(late, START + 31 * SECOND - 1, 0).dueAt).toBeLessThan(START)
    expect(admit(late, START + 31 * SECOND, 0)).toEqual({ slots: 1, dueAt: START + 31 * SECOND })
  })

  it('44 lets what is more than 300 s late go out anyway, two at once', () => {
    const at = START + 10 * SECOND
    expect([0, 1, 2].map((inFlight) => admit(opened, at, inFlight))).toEqual([
      { slots: 2, dueAt: at - 300 * SECOND },
      { slots: 1, dueAt: at - 300 * SECOND },
      { slots: 0, dueAt: at - 300 * SECOND },
    ])
  })

  it('45 stays closed over any number of failures of two deliveries', () => {
    const many = Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? 'a' : 'b'))
    const breaker = after(CLOSED_BREAKER, failed('timeout'), many)
    expect(isOpen(breaker)).toBe(false)
    expect(admit(breaker, START, 0)).toEqual({ slots: 4, dueAt: START })
  })
})
