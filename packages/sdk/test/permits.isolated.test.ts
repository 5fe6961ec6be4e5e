import { expect, it } from 'vitest'
import { AbortError } from '../src/errors.js'
import type { ClientEvent } from '../src/events.js'
import type { Permit } from '../src/rate-limiter.js'
import { answer, scripted } from './support/fake.js'
import { rejection } from './support/loopback.js'
import { until } from './support/progress.js'

const paid = answer(200, { id: 'o1', status: 'PAID' })

it('a call that its own event ends leaves the queue', async () => {
  const caller = new AbortController()
  const onEvent = ({ type }: ClientEvent) => type === 'wait' && caller.abort()
  const { mp } = scripted([paid], { rateLimit: { limit: 1, windowMs: 60_000 }, onEvent })
  await mp.orders.get('o1')
  expect(await rejection(mp.orders.get('o1', { signal: caller.signal }))).toBeInstanceOf(AbortError)
  expect(mp.rateLimit).toMatchObject({ held: 1, queued: 0 })
})

it('a call that has ended when its turn comes gives the permit back', async () => {
  const caller = new AbortController()
  const fates: unknown[] = []
  const permit: Permit = {
    answered: () => fates.push('answered'),
    failed: (sent) => fates.push(sent),
    blocked: () => fates.push('blocked'),
  }
  const acquire = async () => {
    caller.abort()
    await new Promise(setImmediate)
    return permit
  }
  const { mp, sent } = scripted([paid], { rateLimit: { acquire } })
  expect(await rejection(mp.orders.get('o1', { signal: caller.signal }))).toBeInstanceOf(AbortError)
  await until(() => fates.length > 0)
  expect([fates, sent]).toEqual([['no'], []])
})

it('a limiter is told of a 429 before its permit comes back: the next request would go into it', async () => {
  const fates: unknown[] = []
  const permit: Permit = {
    answered: () => fates.push('answered'),
    failed: (sent) => fates.push(sent),
    blocked: (ms) => fates.push(ms),
  }
  const refusal = answer(429, { error: 'rate limit exceeded' }, { 'retry-after': '2' })
  const { mp } = scripted([refusal], { rateLimit: { acquire: async () => permit }, maxRetries: 0 })
  await rejection(mp.orders.get('o1'))
  await until(() => fates.length > 1)
  expect(fates).toEqual([2_000, 'answered'])
})

it('a limiter is not told of a 429 that is of an endpoint: the other calls of the key go on', async () => {
  const refusal = answer(429, { error: 'rate limit exceeded' }, { 'retry-after': '3600' })
  const rateLimit = { limit: 60, windowMs: 60_000 }
  const baseUrl = 'https://limited.example' // whose limiter no other test shares
  const { mp } = scripted([refusal, refusal, paid], { rateLimit, baseUrl })
  for (const send of [() => mp.webhooks.test('wh_1'), () => mp.webhooks.redeliver('wh_1', 'wd_1')]) {
    expect(await rejection(send())).toMatchObject({ status: 429, retryAfterMs: 3_600_000 })
  }
  expect(mp.rateLimit).toMatchObject({ blockedForMs: 0 })
  expect(await mp.orders.get('o1')).toMatchObject({ status: 'PAID' })
})
