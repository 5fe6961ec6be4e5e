import { expect, it, vi } from 'vitest'
import { AbortError } from '../../src/errors/errors.js'
import type { ClientEvent } from '../../src/http/events.js'
import { SlotLimiter } from '../../src/rate-limit/slot-limiter.js'
import { answer, scripted } from '../support/fake.js'
import { rejection } from '../support/loopback.js'
import { until } from '../support/progress.js'

const paid = answer(200, { id: 'o1', status: 'PAID' })

it('a call that its own event ends leaves the queue', async () => {
  const caller = new AbortController()
  const onEvent = ({ type }: ClientEvent) => type === 'wait' && caller.abort()
  const { mp } = scripted([paid], { rateLimit: { limit: 1, windowMs: 60_000 }, onEvent })
  await mp.orders.get('o1')
  expect(await rejection(mp.orders.get('o1', { signal: caller.signal }))).toBeInstanceOf(AbortError)
  expect(mp.rateLimit).toMatchObject({ held: 1, queued: 0 })
})

it('a call that has ended when its turn comes gives the turn back', async () => {
  const caller = new AbortController()
  let releases = 0
  const acquire = async () => {
    caller.abort()
    await new Promise(setImmediate)
    return () => {
      releases++
    }
  }
  const { mp, sent } = scripted([paid], { rateLimit: { acquire } })
  expect(await rejection(mp.orders.get('o1', { signal: caller.signal }))).toBeInstanceOf(AbortError)
  await until(() => releases > 0)
  expect([releases, sent]).toEqual([1, []])
})

it('a 429 blocks the key before its slot is returned: the next request would be refused too', async () => {
  const fates: unknown[] = []
  const { acquire } = SlotLimiter.prototype
  vi.spyOn(SlotLimiter.prototype, 'acquire').mockImplementation(async function (this: SlotLimiter, ...given) {
    const permit = await acquire.apply(this, given)
    return {
      release: (sent) => {
        fates.push('released')
        return permit.release(sent)
      },
      block: (ms) => {
        fates.push(ms)
        permit.block(ms)
      },
    }
  })
  const refusal = answer(429, { error: 'rate limit exceeded' }, { 'retry-after': '2' })
  const rateLimit = { limit: 60, windowMs: 60_000 }
  const baseUrl = 'https://blocked.example' // whose limiter no other test shares
  const { mp } = scripted([refusal], { rateLimit, baseUrl, maxRetries: 0 })
  await rejection(mp.orders.get('o1'))
  await until(() => fates.length > 1)
  expect(fates).toEqual([2_000, 'released'])
})

it('a 429 of an endpoint with a limit of its own does not block the other calls of the key', async () => {
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
