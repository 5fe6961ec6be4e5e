import { describe, expect, it } from 'vitest'
import { decideAttempt } from '../../../src/domain/webhooks/delivery-schedule.js'
import type { Delivery } from '../../../src/domain/webhooks/webhook.js'
import { policyWith, START } from '../../support/domain/context.js'

const SECOND = 1_000
const delays = policyWith().webhookRetryDelaysMs

const fresh: Delivery = {
  id: 'wd_1',
  eventId: 'event',
  webhookId: 'wh_1',
  url: null,
  redeliveryOf: null,
  target: 'wh_1',
  isHeld: false,
  status: 'PENDING',
  attempts: 0,
  nextAttemptAt: START,
  lastError: null,
  lastErrorDetail: null,
  isErrorHidden: false,
  deliveredAt: null,
  createdAt: START,
}

/** The delivery after each of its attempts; every attempt takes three seconds and ends as it is told. */
function history(outcomes: readonly string[]): Delivery[] {
  const after: Delivery[] = []
  let delivery = fresh
  for (const outcome of outcomes) {
    const endedAt = (delivery.nextAttemptAt ?? 0) + 3 * SECOND
    const told =
      outcome === 'delivered' ? { delivered: true as const } : { delivered: false as const, error: outcome }
    delivery = { ...delivery, ...decideAttempt(delivery, told, endedAt, delays) }
    after.push(delivery)
  }
  return after
}

const SIX_FAILURES = ['HTTP 500', 'timeout', 'dns_error', 'tls_error', 'connection_reset', 'HTTP 301']

describe('a delivery that never succeeds', () => {
  const after = history(SIX_FAILURES)

  it('makes attempts 0, 60, 300, 1,800, 7,200 and 86,400 s after the end of the one before', () => {
    const dueAt = [fresh, ...after].map((delivery) => delivery.nextAttemptAt)
    const waits = dueAt.slice(0, 6).map((at, n) => {
      const endOfTheOneBefore = n === 0 ? START : (dueAt[n - 1] ?? 0) + 3 * SECOND
      return ((at ?? 0) - endOfTheOneBefore) / SECOND
    })
    expect(waits).toEqual([0, 60, 300, 1_800, 7_200, 86_400])
  })

  it('is PENDING until its sixth attempt and FAILED after it', () => {
    expect(after.map((delivery) => delivery.status)).toEqual([...Array(5).fill('PENDING'), 'FAILED'])
  })

  it('counts its attempts', () => {
    expect(after.map((delivery) => delivery.attempts)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('keeps the error of its last attempt', () => {
    expect(after.map((delivery) => delivery.lastError)).toEqual(SIX_FAILURES)
  })

  it('is never due again', () => {
    expect(after.at(-1)?.nextAttemptAt).toBeNull()
    expect(after.at(-1)?.deliveredAt).toBeNull()
  })
})

describe('a delivery that succeeds', () => {
  it('a delivery that succeeds at its first attempt is DELIVERED at the end of it', () => {
    expect(history(['delivered'])).toMatchObject([
      { ...fresh, attempts: 1, status: 'DELIVERED', nextAttemptAt: null, deliveredAt: START + 3 * SECOND },
    ])
  })

  it('a delivery that succeeds at its third attempt is DELIVERED and forgets its errors', () => {
    const third = history(['HTTP 500', 'timeout', 'delivered']).at(-1)
    expect(third).toMatchObject({
      ...fresh,
      attempts: 3,
      status: 'DELIVERED',
      nextAttemptAt: null,
      lastError: null,
      lastErrorDetail: null,
      isErrorHidden: false,
      deliveredAt: START + (3 + 60 + 3 + 300 + 3) * SECOND,
    })
  })

  it('a delivery that succeeds at its sixth attempt is DELIVERED', () => {
    const sixth = history([...SIX_FAILURES.slice(0, 5), 'delivered']).at(-1)
    expect(sixth).toMatchObject({ attempts: 6, status: 'DELIVERED', nextAttemptAt: null, lastError: null })
  })
})

describe('an attempt', () => {
  it('leaves the delivery it was made for as it was', () => {
    const before = structuredClone(fresh)
    decideAttempt(fresh, { delivered: false, error: 'timeout' }, START, delays)
    expect(fresh).toEqual(before)
  })

  it('ends with the first answer 410, whichever attempt it is', () => {
    const after = history(['HTTP 404', 'HTTP 410'])
    expect(after.map(({ status, nextAttemptAt }) => [status, nextAttemptAt === null])).toEqual([
      ['PENDING', false],
      ['FAILED', true],
    ])
  })

  it('follows the schedule that the operator set', () => {
    const hourly = [0, 1, 2, 3, 4, 5].map((hours) => hours * 3_600 * SECOND)
    const after = decideAttempt(
      { ...fresh, attempts: 2 },
      { delivered: false, error: 'timeout' },
      START,
      hourly,
    )
    expect(after.nextAttemptAt).toBe(START + 3 * 3_600 * SECOND)
  })
})
