import { describe, expect, it } from 'vitest'
import { Harness, type Keys, ORDER, useHarness } from '../../support/server/harness.js'
import { setMerchantStatus } from '../../support/server/merchant-status.js'

const ADA = { name: "Ada's Books", email: 'ada@books.example', platform_user_id: 'ada' }

describe('POST /v1/merchants', () => {
  const shared = useHarness()

  it('answers the merchant with its first key and its webhook secret, shown once', async () => {
    const { harness } = shared
    const { status, json, headers } = await harness.call('POST', '/v1/merchants', { body: ADA })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      ...ADA,
      status: 'PENDING_KYB',
      tier: 'BASIC',
      fee_rate: '0.01',
      environment: 'test',
      api_key: { key_id: expect.stringMatching(/^mk_test_[0-9A-Za-z]{24}$/), environment: 'test' },
      webhook_secret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]{44}$/),
    })
    expect(headers['cache-control']).toBe('no-store')
    const again = await harness.call('POST', '/v1/merchants', { body: { ...ADA, email: 'eve@evil.example' } })
    expect([again.status, again.text]).toEqual([409, '{"error":"merchant already exists"}'])
  })

  it.each([
    [{ name: '' }, 'invalid name'],
    [{ name: 'x'.repeat(101) }, 'invalid name'],
    [{ email: 'ada' }, 'invalid email'],
    [{ email: 5 }, 'invalid email'],
    [{ platform_user_id: '' }, 'invalid platform user id'],
    [{ platform_user_id: 'x'.repeat(129) }, 'invalid platform user id'],
  ])('refuses %j', async (fields, message) => {
    const body = { ...ADA, platform_user_id: 'eve', ...fields }
    const answer = await shared.harness.call('POST', '/v1/merchants', { body })
    expect([answer.status, answer.errorText]).toEqual([400, JSON.stringify({ error: message })])
  })

  it('requires the registration token if the operator has set one', async () => {
    const harness = await Harness.start({
      MERCHANTPAY_REGISTRATION: 'token',
      MERCHANTPAY_REGISTRATION_TOKEN: 'let me in',
    })
    const closed = await harness.call('POST', '/v1/merchants', { body: ADA })
    expect([closed.status, closed.text]).toEqual([403, '{"error":"registration closed"}'])
    const headers = { 'x-registration-token': 'let me in' }
    expect((await harness.call('POST', '/v1/merchants', { body: ADA, headers })).status).toBe(201)
  })

  it('accepts five registrations an hour from one address', async () => {
    const harness = await Harness.start({ MERCHANTPAY_REGISTRATIONS_PER_HOUR: '5' })
    for (let made = 0; made < 5; made += 1) await harness.register()
    const answer = await harness.call('POST', '/v1/merchants', { body: ADA })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500)
  })
})

describe('merchants and keys', () => {
  const shared = useHarness()
  const createKey = (keys: Keys, environment: string) =>
    shared.harness.call('POST', '/v1/merchants/api-keys', { keys, body: { environment, name: 'backend' } })

  it('GET /v1/merchants/me returns the merchant of the key', async () => {
    const keys = await shared.harness.register('me')
    const { json } = await shared.harness.call('GET', '/v1/merchants/me', { keys })
    expect(json).toMatchObject({ id: keys.merchantId, platform_user_id: 'me', status: 'PENDING_KYB' })
    expect(json).not.toHaveProperty('api_key')
  })

  it('a created key works, and is listed without its secret and with its last use', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { status, json } = await createKey(keys, 'test')
    expect(status).toBe(201)
    const made = { keyId: String(json.key_id), secret: String(json.secret) }
    expect((await harness.call('GET', '/v1/merchants/me', { keys: made })).status).toBe(200)
    await harness.work()
    const { json: list, text } = await harness.call('GET', '/v1/merchants/api-keys', { keys })
    expect(list.api_keys).toHaveLength(2)
    expect(list.api_keys).toContainEqual({
      key_id: made.keyId,
      name: 'backend',
      environment: 'test',
      scopes: ['orders', 'read', 'withdrawals', 'keys'],
      is_active: true,
      created_at: json.created_at,
      last_used_at: new Date(harness.clock.now()).toISOString(),
    })
    expect(text).not.toContain('sk_test_')
  })

  it('a revoked key is inactive at once, and revoking it again answers 200', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await createKey(keys, 'test')
    const target = `/v1/merchants/api-keys/${json.key_id}`
    for (let times = 0; times < 2; times += 1) {
      const answer = await harness.call('DELETE', target, { keys })
      expect([answer.status, answer.text]).toEqual([200, '{"message":"api key revoked"}'])
    }
    const made = { keyId: String(json.key_id), secret: String(json.secret) }
    expect((await harness.call('GET', '/v1/orders', { keys: made })).json.error).toBe('api key is inactive')
  })

  it('another merchant’s key and a malformed id answer 404', async () => {
    const { harness } = shared
    const [keys, other] = [await harness.register(), await harness.register()]
    for (const id of [other.keyId, 'nonsense']) {
      const answer = await harness.call('DELETE', `/v1/merchants/api-keys/${id}`, { keys })
      expect([answer.status, answer.text]).toEqual([404, '{"error":"api key not found"}'])
    }
  })

  it('a 21st active key is refused', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (let made = 0; made < 19; made += 1) expect((await createKey(keys, 'test')).status).toBe(201)
    const answer = await createKey(keys, 'test')
    expect([answer.status, answer.errorText]).toEqual([409, '{"error":"api key limit reached"}'])
  })

  it('refuses an unknown environment', async () => {
    const keys = await shared.harness.register()
    expect((await createKey(keys, 'staging')).errorText).toBe('{"error":"invalid environment"}')
  })

  it('a live key waits for its merchant to be ACTIVE; a test key creates only the first one and revokes none', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const first = await createKey(keys, 'live')
    const live = { keyId: String(first.json.key_id), secret: String(first.json.secret) }
    const early = await harness.call('GET', '/v1/balance', { keys: live })
    expect([early.status, early.text]).toEqual([403, '{"error":"merchant not active"}'])
    await setMerchantStatus(harness, keys.merchantId, 'ACTIVE')
    const second = await createKey(keys, 'live')
    expect([first.status, second.status, second.text]).toEqual([201, 403, '{"error":"forbidden"}'])
    const revoke = await harness.call('DELETE', `/v1/merchants/api-keys/${first.json.key_id}`, { keys })
    expect([revoke.status, revoke.text]).toEqual([403, '{"error":"forbidden"}'])
    expect((await createKey(live, 'live')).status).toBe(201)
    expect((await createKey(live, 'test')).status).toBe(201)
    await setMerchantStatus(harness, keys.merchantId, 'SUSPENDED')
    expect((await harness.call('GET', '/v1/merchants/me', { keys })).json).toMatchObject({
      environment: 'live',
    })
    await setMerchantStatus(harness, keys.merchantId, 'ACTIVE')
    expect((await harness.call('GET', '/v1/merchants/me', { keys: live })).json).toMatchObject({
      status: 'ACTIVE',
      environment: 'live',
    })
  })

  it('a live key neither sees test orders nor controls the sandbox', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const live = await harness.liveKeys(keys)
    const order = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    expect((await harness.call('GET', `/v1/orders/${order.json.id}`, { keys: live })).status).toBe(404)
    expect((await harness.call('GET', `/v1/orders/${order.json.id}/events`, { keys: live })).status).toBe(404)
    const target = `/v1/test_helpers/orders/${order.json.id}/simulate`
    const simulated = await harness.call('POST', target, { keys: live, body: { action: 'pay' } })
    expect([simulated.status, simulated.text]).toEqual([403, '{"error":"forbidden"}'])
  })

  it('a suspended merchant can read, revoke keys and rotate its secret, and write nothing else', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json: spare } = await createKey(keys, 'test')
    await setMerchantStatus(harness, keys.merchantId, 'SUSPENDED')
    const refused = [
      await harness.call('POST', '/v1/orders', { keys, body: ORDER }),
      await harness.call('POST', '/v1/app/orders', {
        keys,
        body: { amount_mode: 'CUSTOM', currency: 'USDT' },
      }),
      await createKey(keys, 'test'),
      await harness.call('POST', '/v1/webhooks', { keys, body: { url: 'https://a.example', events: [] } }),
    ]
    for (const answer of refused)
      expect([answer.status, answer.text]).toEqual([403, '{"error":"merchant suspended"}'])
    expect((await harness.call('GET', '/v1/orders', { keys })).status).toBe(200)
    expect((await harness.call('POST', '/v1/merchants/webhook-secret', { keys })).status).toBe(201)
    const revoked = await harness.call('DELETE', `/v1/merchants/api-keys/${spare.key_id}`, { keys })
    expect(revoked.status).toBe(200)
  })
})
