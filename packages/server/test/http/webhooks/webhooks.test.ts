import { describe, expect, it } from 'vitest'
import { useHarness } from '../../support/server/harness.js'

const HOOKS = { url: 'https://shop.example/hooks', events: ['payment.confirmed', 'payment.expired'] }

describe('POST and GET /v1/webhooks', () => {
  const shared = useHarness()

  it('registers an endpoint and lists it', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { status, json } = await harness.call('POST', '/v1/webhooks', { keys, body: HOOKS })
    expect(status).toBe(201)
    expect(json).toEqual({
      ...HOOKS,
      id: expect.stringMatching(/^wh_[0-9a-f]{32}$/),
      merchant_id: keys.merchantId,
      is_active: true,
      created_at: new Date(harness.clock.now()).toISOString(),
      updated_at: new Date(harness.clock.now()).toISOString(),
    })
    const { text } = await harness.call('GET', '/v1/webhooks', { keys })
    expect(JSON.parse(text)).toEqual([json])
    expect((await harness.call('GET', '/v1/webhooks', { keys: await harness.register() })).text).toBe('[]')
  })

  it('stores the URL in the parsed form, so that the checked URL is the used one', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const body = { ...HOOKS, url: 'https://SHOP.example:443/a/../hooks' }
    const { json } = await harness.call('POST', '/v1/webhooks', { keys, body })
    expect(json.url).toBe('https://shop.example/hooks')
  })

  it.each([
    'http://shop.example/hooks',
    'ftp://shop.example',
    'shop.example/hooks',
    'https://',
    'https://user:pass@shop.example',
    'https://shop.example/#x',
    'https://shop.example:22/',
    'https://10.1.2.3/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x0a000001/',
    'https://3232235777/',
    '',
    7,
    null,
  ])('refuses the URL %j', async (url) => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('POST', '/v1/webhooks', { keys, body: { ...HOOKS, url } })
    expect([answer.status, answer.errorText]).toEqual([400, '{"error":"invalid webhook url"}'])
  })

  it.each([
    [[]],
    [['payment.confirmed', 'payment.confirmed']],
    [['payment']],
    ['payment.confirmed'],
    [[7]],
    [null],
  ])('refuses the events %j', async (events) => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('POST', '/v1/webhooks', { keys, body: { ...HOOKS, events } })
    expect([answer.status, answer.errorText]).toEqual([400, '{"error":"invalid event type"}'])
  })

  it('accepts ten endpoints and no eleventh', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (let made = 0; made < 10; made += 1) {
      expect((await harness.call('POST', '/v1/webhooks', { keys, body: HOOKS })).status).toBe(201)
    }
    const answer = await harness.call('POST', '/v1/webhooks', { keys, body: HOOKS })
    expect([answer.status, answer.errorText]).toEqual([409, '{"error":"webhook limit reached"}'])
  })

  it('answers 404 for the deliveries of another merchant’s endpoint and of a malformed id', async () => {
    const { harness } = shared
    const [keys, other] = [await harness.register(), await harness.register()]
    const { json } = await harness.call('POST', '/v1/webhooks', { keys, body: HOOKS })
    for (const id of [json.id, 'wh_1']) {
      const answer = await harness.call('GET', `/v1/webhooks/${id}/deliveries`, { keys: other })
      expect([answer.status, answer.text]).toEqual([404, '{"error":"webhook not found"}'])
    }
  })
})
