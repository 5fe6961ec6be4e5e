import { afterEach, describe, expect, it, vi } from 'vitest'
import { Harness, type Keys } from '../support/server/harness.js'
import { issueKeys } from '../support/server/issued-keys.js'
import { setMerchantStatus } from '../support/server/merchant-status.js'

const requestKey = (harness: Harness, keys: Keys, environment: string) =>
  harness.call('POST', '/v1/merchants/api-keys', { keys, body: { environment } })

async function mint(harness: Harness, keys: Keys, environment: string): Promise<Keys> {
  const { status, json } = await requestKey(harness, keys, environment)
  expect(status).toBe(201)
  return { keyId: String(json.key_id), secret: String(json.secret) }
}

/** Creates test keys and revokes each, as a merchant would to evade the limit. */
async function mintAndRevoke(harness: Harness, keys: Keys, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const { keyId } = await mint(harness, keys, 'test')
    await harness.call('DELETE', `/v1/merchants/api-keys/${keyId}`, { keys })
  }
}

describe('the rate limit', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('lets 60 requests of a key through in a minute; the 61st gets an exact Retry-After', async () => {
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
    // Just before the window ends the limit still holds; after the seconds of Retry-After it does not.
    vi.setSystemTime(start + 59_900)
    expect((await harness.call('GET', '/v1/merchants/me', { keys })).status).toBe(429)
    vi.setSystemTime(start + 59 * 500 + retryAfter * 1_000)
    expect((await harness.call('GET', '/v1/merchants/me', { keys })).status).toBe(200)
  })

  it('asks for no longer wait than its window after the clock was set back', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '1' })
    const keys = await harness.register()
    vi.useFakeTimers({ toFake: ['Date'] })
    expect((await harness.call('GET', '/v1/merchants/me', { keys })).status).toBe(200)
    vi.setSystemTime(Date.now() - 3_600_000)
    const refused = await harness.call('GET', '/v1/merchants/me', { keys })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  })

  it('counts each key separately', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '1' })
    const [one, other] = [await harness.register(), await harness.register()]
    expect((await harness.call('GET', '/v1/merchants/me', { keys: one })).status).toBe(200)
    expect((await harness.call('GET', '/v1/merchants/me', { keys: one })).status).toBe(429)
    expect((await harness.call('GET', '/v1/merchants/me', { keys: other })).status).toBe(200)
  })

  it('counts forged signatures by address and not by key', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '5' })
    const keys = await harness.register()
    const forged = { ...keys, secret: 'sk_test_forged' }
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await harness.call('GET', '/v1/orders', { keys: forged })).status).toBe(401)
    }
    expect((await harness.call('GET', '/v1/orders', { keys: forged })).status).toBe(429)
    expect((await harness.call('GET', '/v1/orders', { keys })).status).toBe(200)
  })

  it('counts all keys of a merchant and environment together, with ten times the limit of one', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '2' })
    const [first, other] = [await harness.register(), await harness.register()]
    await setMerchantStatus(harness, first.merchantId, 'ACTIVE')
    const me = (keys: Keys) => harness.call('GET', '/v1/merchants/me', { keys })
    vi.useFakeTimers({ toFake: ['Date'] })
    const live = await mint(harness, first, 'live')
    let keys = await mint(harness, first, 'test')
    for (let made = 0; made < 9; made += 1) {
      expect((await me(keys)).status).toBe(200)
      const next = await mint(harness, keys, 'test')
      // A request refused by the limit of its key does not count for its merchant.
      expect((await me(keys)).status).toBe(429)
      keys = next
    }
    const refused = await me(keys)
    expect([refused.status, refused.text]).toEqual([429, '{"error":"rate limit exceeded"}'])
    expect(refused.headers['retry-after']).toBe('60')
    expect([(await me(live)).status, (await me(other)).status]).toEqual([200, 200])
  })
})

describe('the limit of new keys', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('lets a merchant create 20 per hour and environment, and answers with an exact Retry-After', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '1000' })
    const keys = await harness.register()
    vi.useFakeTimers({ toFake: ['Date'] })
    await mintAndRevoke(harness, keys, 20)
    vi.setSystemTime(Date.now() + 600_000)
    const refused = await requestKey(harness, keys, 'test')
    expect([refused.status, refused.text]).toEqual([429, '{"error":"rate limit exceeded"}'])
    expect(refused.headers['retry-after']).toBe('3000')
    const { json } = await harness.call('GET', '/v1/merchants/api-keys', { keys })
    expect(json.api_keys).toHaveLength(21)
    vi.setSystemTime(Date.now() + 3_000_000)
    expect((await requestKey(harness, keys, 'test')).status).toBe(201)
  })

  it('counts neither the key of the registration, nor those of the operator, nor refused ones', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '1000' })
    const keys = await harness.register()
    const { merchantId } = keys
    const narrow = await issueKeys(harness, { merchantId, environment: 'test', scopes: ['keys'] })
    const wider = { environment: 'test', scopes: ['read'] }
    const refused = await harness.call('POST', '/v1/merchants/api-keys', { keys: narrow, body: wider })
    expect([refused.status, (await requestKey(harness, keys, 'staging')).status]).toEqual([403, 400])
    await mintAndRevoke(harness, keys, 20)
    expect((await requestKey(harness, keys, 'test')).status).toBe(429)
    await issueKeys(harness, { merchantId, environment: 'test' })
  })

  it('is checked after the limit of active keys, which waiting does not lift', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '1000' })
    const keys = await harness.register()
    await mintAndRevoke(harness, keys, 1)
    for (let made = 0; made < 19; made += 1)
      expect((await requestKey(harness, keys, 'test')).status).toBe(201)
    const both = await requestKey(harness, keys, 'test')
    expect([both.status, both.errorText]).toEqual([409, '{"error":"api key limit reached"}'])
  })
})
