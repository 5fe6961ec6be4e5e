import { afterEach, describe, expect, it, vi } from 'vitest'
import { Harness } from '../support/harness.js'

describe('the rate limit', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('lets 60 requests of a key through in a minute; the 61st is told truly when to come again', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '60' })
    const keys = await harness.register()
    vi.useFakeTimers({ toFake: ['Date'] })
    const start = Date.now()
    for (let sent = 0; sent < 60; sent += 1) {
      vi.setSystemTime(start + sent * 500)
      expect((await harness.call('GET', '/v1/merchants/me', { keys })).status).toBe(200)
    }
    const refused = await harness.call('GET', '/v1/merchants/me', { keys })
    expect([refused.status, refused.text]).toEqual([429, '{"error":"rate limit exceeded"}'])
    const retryAfter = Number(refused.headers['retry-after'])
    expect(retryAfter).toBe(31)
    // A moment before the window ends it is still closed; after the seconds it named it is open.
    vi.setSystemTime(start + 59_900)
    expect((await harness.call('GET', '/v1/merchants/me', { keys })).status).toBe(429)
    vi.setSystemTime(start + 59 * 500 + retryAfter * 1_000)
    expect((await harness.call('GET', '/v1/merchants/me', { keys })).status).toBe(200)
  })

  it('names no longer wait than its window after the clock was set back', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '1' })
    const keys = await harness.register()
    vi.useFakeTimers({ toFake: ['Date'] })
    expect((await harness.call('GET', '/v1/merchants/me', { keys })).status).toBe(200)
    vi.setSystemTime(Date.now() - 3_600_000)
    const refused = await harness.call('GET', '/v1/merchants/me', { keys })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  })

  it('counts each key for itself', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '1' })
    const [one, other] = [await harness.register(), await harness.register()]
    expect((await harness.call('GET', '/v1/merchants/me', { keys: one })).status).toBe(200)
    expect((await harness.call('GET', '/v1/merchants/me', { keys: one })).status).toBe(429)
    expect((await harness.call('GET', '/v1/merchants/me', { keys: other })).status).toBe(200)
  })

  it('counts forged signatures by address and leaves the key alone', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '5' })
    const keys = await harness.register()
    const forged = { ...keys, secret: 'sk_test_forged' }
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await harness.call('GET', '/v1/orders', { keys: forged })).status).toBe(401)
    }
    expect((await harness.call('GET', '/v1/orders', { keys: forged })).status).toBe(429)
    expect((await harness.call('GET', '/v1/orders', { keys })).status).toBe(200)
  })
})
