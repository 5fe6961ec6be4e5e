import { describe, expect, it } from 'vitest'
import { type Keys, useHarness } from '../../support/server/harness.js'
import { setMerchantStatus } from '../../support/server/merchant-status.js'
import { error, refusal } from '../../support/server/refusals.js'
import { subscribe } from '../../support/webhooks/webhook-endpoint.js'

const URL = 'https://shop.example/hooks'
const NOT_FOUND = error(404, 'webhook not found')

describe('DELETE /v1/webhooks/{id}', () => {
  const shared = useHarness()
  const remove = (keys: Keys, id: string) => shared.harness.call('DELETE', `/v1/webhooks/${id}`, { keys })

  it('removes the endpoint permanently', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const [gone, kept] = [await subscribe(harness, keys, URL), await subscribe(harness, keys, URL)]
    const { status, json } = await remove(keys, gone)
    expect([status, json]).toEqual([200, { message: 'webhook deleted' }])
    const { text } = await harness.call('GET', '/v1/webhooks', { keys })
    expect(JSON.parse(text)).toMatchObject([{ id: kept }])
    for (const [method, below] of [
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
      ['POST', `/deliveries/wd_${'0'.repeat(32)}/redeliver`],
    ] as const) {
      const answer = await harness.call(method, `/v1/webhooks/${gone}${below}`, { keys })
      expect(refusal(answer)).toEqual(NOT_FOUND)
    }
    const changed = await harness.call('PATCH', `/v1/webhooks/${gone}`, { keys, body: { is_active: true } })
    expect(refusal(changed)).toEqual(NOT_FOUND)
  })

  it('allows another one', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const ids: string[] = []
    for (let made = 0; made < 10; made += 1) ids.push(await subscribe(harness, keys, URL))
    await remove(keys, ids[3] ?? '')
    expect(await subscribe(harness, keys, URL)).toMatch(/^wh_/)
    expect(await subscribe(harness, keys, URL)).toBeUndefined()
  })

  it('succeeds once of ten concurrent calls', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await subscribe(harness, keys, URL)
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(keys, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
  })

  it('answers 404 for another merchant’s, the other environment’s and an invalid id, and 403 to a suspended merchant', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await subscribe(harness, keys, URL)
    const live = await harness.liveKeys(keys)
    for (const caller of [await harness.register(), live]) {
      expect(refusal(await remove(caller, id))).toEqual(NOT_FOUND)
    }
    for (const unknown of [`wh_${'0'.repeat(32)}`, 'wh_1', '%00']) {
      expect(refusal(await remove(keys, unknown))).toEqual(NOT_FOUND)
    }
    await setMerchantStatus(harness, keys.merchantId, 'SUSPENDED')
    expect(refusal(await remove(keys, id))).toEqual(error(403, 'merchant suspended'))
    const { text } = await harness.call('GET', '/v1/webhooks', { keys })
    expect(JSON.parse(text)).toMatchObject([{ id }])
  })
})
