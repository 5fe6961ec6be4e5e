import { describe, expect, it } from 'vitest'
import { type Keys, useHarness } from '../../support/server/harness.js'
import { setMerchantStatus } from '../../support/server/merchant-status.js'
import { error, refusal } from '../../support/server/refusals.js'

const HOOKS = { url: 'https://shop.example/hooks', events: ['payment.confirmed', 'payment.expired'] }
const NOT_FOUND = error(404, 'webhook not found')

describe('PATCH /v1/webhooks/{id}', () => {
  const shared = useHarness()
  const patch = (keys: Keys, id: string, body: unknown) =>
    shared.harness.call('PATCH', `/v1/webhooks/${id}`, { keys, body })

  async function begin() {
    const keys = await shared.harness.register()
    const { json } = await shared.harness.call('POST', '/v1/webhooks', { keys, body: HOOKS })
    return { keys, made: json }
  }

  it('changes the fields that are sent, keeps the rest, and sets the time of the change', async () => {
    const { harness } = shared
    const { keys, made } = await begin()
    let expected: object = made
    for (const body of [
      { url: 'https://shop.example/moved' },
      { events: ['withdrawal.failed'] },
      { is_active: false },
      { ...HOOKS, is_active: true },
    ]) {
      harness.clock.advance(1_000)
      const { status, json } = await patch(keys, made.id, body)
      expected = { ...expected, ...body, updated_at: new Date(harness.clock.now()).toISOString() }
      expect([status, json]).toEqual([200, expected])
      const { text } = await harness.call('GET', '/v1/webhooks', { keys })
      expect(JSON.parse(text)).toEqual([expected])
    }
  })

  it('keeps the time of the last change if nothing changes', async () => {
    const { keys, made } = await begin()
    shared.harness.clock.advance(1_000)
    const absent = { url: null, events: null, is_active: null }
    for (const body of [{}, HOOKS, { is_active: true }, { colour: 'red' }, absent]) {
      expect((await patch(keys, made.id, body)).json).toEqual(made)
    }
  })

  it('stores the URL in the parsed form, so that the checked URL is the used one', async () => {
    const { keys, made } = await begin()
    const { json } = await patch(keys, made.id, { url: 'https://SHOP.example:443/a/../moved' })
    expect(json.url).toBe('https://shop.example/moved')
  })

  it('15 refuses every URL that registration refuses, and changes nothing', async () => {
    const { harness } = shared
    const { keys, made } = await begin()
    const urls = [
      'http://shop.example/hooks',
      'javascript:alert(1)',
      'https://user:pass@shop.example',
      'https://shop.example/#x',
      'https://shop.example:22/',
      'https://10.1.2.3/',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[64:ff9b::a00:1]/',
      'https://0x0a000001/',
      'https://3232235777/',
      `https://shop.example/${'x'.repeat(2_048)}`,
      'https://shop.example/\r\nX-Evil: 1',
      '',
      7,
      {},
    ]
    for (const url of urls) {
      const registered = await harness.call('POST', '/v1/webhooks', { keys, body: { ...HOOKS, url } })
      const answer = await patch(keys, made.id, { url, is_active: false })
      expect([url, refusal(answer)]).toEqual([url, error(400, 'invalid webhook url')])
      expect(refusal(registered)).toEqual(refusal(answer))
    }
    expect(JSON.parse((await harness.call('GET', '/v1/webhooks', { keys })).text)).toEqual([made])
  })

  it.each<[string, unknown, string]>([
    ['no event', { events: [] }, 'invalid event type'],
    ['an unknown event', { events: ['payment.maybe'] }, 'invalid event type'],
    ['a repeated event', { events: ['payment.expired', 'payment.expired'] }, 'invalid event type'],
    ['a hundred events', { events: Array(100).fill('payment.expired') }, 'invalid event type'],
    ['a state in words', { is_active: 'true' }, 'invalid parameter: is_active'],
    ['a list', [], 'invalid parameter: body'],
    ['null', null, 'invalid parameter: body'],
  ])('refuses %s', async (_what, body, message) => {
    const { keys, made } = await begin()
    expect(refusal(await patch(keys, made.id, body))).toEqual(error(400, message))
  })

  it('answers 404 for another merchant’s, the other environment’s and an invalid id', async () => {
    const { harness } = shared
    const { keys, made } = await begin()
    const live = await harness.liveKeys(keys)
    const body = { is_active: false }
    for (const caller of [await harness.register(), live]) {
      expect(refusal(await patch(caller, made.id, body))).toEqual(NOT_FOUND)
    }
    for (const id of [`wh_${'0'.repeat(32)}`, 'wh_1', '%00', "'--"]) {
      expect(refusal(await patch(keys, id, body))).toEqual(NOT_FOUND)
    }
    expect(JSON.parse((await harness.call('GET', '/v1/webhooks', { keys })).text)).toEqual([made])
  })

  it('answers a suspended merchant 403', async () => {
    const { harness } = shared
    const { keys, made } = await begin()
    await setMerchantStatus(harness, keys.merchantId, 'SUSPENDED')
    const answer = await patch(keys, made.id, { is_active: false })
    expect(refusal(answer)).toEqual(error(403, 'merchant suspended'))
  })

  it('keeps both of two concurrent changes', async () => {
    const { keys, made } = await begin()
    const url = 'https://shop.example/moved'
    await Promise.all([patch(keys, made.id, { url }), patch(keys, made.id, { is_active: false })])
    const { json } = await patch(keys, made.id, {})
    expect(json).toMatchObject({ url, is_active: false })
  })
})
