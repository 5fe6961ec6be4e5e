import { describe, expect, it } from 'vitest'
import { Harness, ORDER, useHarness } from '../../support/server/harness.js'
import { setMerchantStatus } from '../../support/server/merchant-status.js'

const TOO_LARGE = Buffer.alloc(66_560, 'x')

/** Each request breaks two neighbouring checks; the answer is the earlier one's. */
describe('a request that fails several checks gets the error of the first', () => {
  const shared = useHarness()

  it('unknown path before wrong method', async () => {
    const { harness } = shared
    expect((await harness.call('PATCH', '/v1/nothing')).text).toBe('{"error":"not found"}')
  })

  it('wrong method before body size', async () => {
    const { harness } = shared
    const answer = await harness.call('PUT', '/v1/orders', { bytes: TOO_LARGE })
    expect([answer.status, answer.text]).toEqual([405, '{"error":"method not allowed"}'])
    expect(answer.headers.allow).toBe('POST, GET')
  })

  it('body size before authentication', async () => {
    const { harness } = shared
    const answer = await harness.call('POST', '/v1/orders', { bytes: TOO_LARGE })
    expect([answer.status, answer.text]).toEqual([413, '{"error":"request body too large"}'])
  })

  it('authentication before the rate limit', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '1' })
    const keys = await harness.register()
    await harness.call('GET', '/v1/merchants/me', { keys })
    const forged = { ...keys, secret: 'sk_test_forged' }
    expect((await harness.call('GET', '/v1/merchants/me', { keys: forged })).text).toBe(
      '{"error":"invalid signature"}',
    )
  })

  it('rate limit before the merchant status', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '1' })
    const keys = await harness.register()
    await setMerchantStatus(harness, keys.merchantId, 'SUSPENDED')
    await harness.call('GET', '/v1/merchants/me', { keys })
    expect((await harness.call('POST', '/v1/orders', { keys, body: ORDER })).status).toBe(429)
  })

  it('merchant status before the content type', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await setMerchantStatus(harness, keys.merchantId, 'SUSPENDED')
    const headers = { 'content-type': 'text/plain' }
    const answer = await harness.call('POST', '/v1/orders', { keys, bytes: 'x', headers })
    expect([answer.status, answer.text]).toEqual([403, '{"error":"merchant suspended"}'])
  })

  it('content type before JSON', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const headers = { 'content-type': 'text/plain' }
    const answer = await harness.call('POST', '/v1/orders', { keys, bytes: '{', headers })
    expect([answer.status, answer.text]).toEqual([415, '{"error":"unsupported media type"}'])
  })

  it('JSON before the fields', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('POST', '/v1/orders', { keys, bytes: '{"amount":' })
    expect([answer.status, answer.text]).toEqual([400, '{"error":"invalid json"}'])
  })

  it('fields before the resource', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const target = '/v1/test_helpers/orders/019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d/simulate'
    const answer = await harness.call('POST', target, { keys, body: { action: 'vanish' } })
    expect([answer.status, answer.errorText]).toEqual([400, '{"error":"invalid parameter: action"}'])
  })

  it('resource before the business rule', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const target = '/v1/test_helpers/orders/019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d/simulate'
    const answer = await harness.call('POST', target, { keys, body: { action: 'pay', remark: 'on-chain' } })
    expect([answer.status, answer.text]).toEqual([404, '{"error":"order not found"}'])
  })

  it('a request that fails several checks gets the error of the first of several wrong fields, the one that comes first in the contract', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const body = { network: 'BEP20', currency: 'EUR', amount: 25, tolerance_percent: 9 }
    expect((await harness.call('POST', '/v1/orders', { keys, body })).errorText).toBe(
      '{"error":"invalid amount"}',
    )
  })

  describe('the checks on a key, in their order', () => {
    const past = Math.floor(Date.now() / 1_000) - 1_000

    it('inactive before the signature', async () => {
      const { harness } = shared
      const keys = await harness.register()
      await harness.call('DELETE', `/v1/merchants/api-keys/${keys.keyId}`, { keys })
      const forged = { ...keys, secret: 'sk_test_forged' }
      expect((await harness.call('GET', '/v1/orders', { keys: forged })).json.error).toBe(
        'api key is inactive',
      )
    })

    it('signature before the timestamp', async () => {
      const { harness } = shared
      const { keyId } = await harness.register()
      const keys = { keyId, secret: 'sk_test_forged' }
      const answer = await harness.call('GET', '/v1/orders', { keys, timestamp: past })
      expect(answer.json.error).toBe('invalid signature')
    })

    it('format before the key', async () => {
      const { harness } = shared
      const authorization = `Bearer mk_test_${'0'.repeat(24)}:123:abc`
      const answer = await harness.call('GET', '/v1/orders', { headers: { authorization } })
      expect(answer.json.error).toBe('invalid authorization format')
    })
  })
})
