import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../../src/domain/webhooks/event-types.js'
import { contractDocument } from '../../support/server/documented-errors.js'
import { type Keys, useHarness } from '../../support/server/harness.js'
import { setMerchantStatus } from '../../support/server/merchant-status.js'
import { error, refusal } from '../../support/server/refusals.js'

const NOT_FOUND = error(404, 'webhook not found')
const { schemas } = contractDocument('merchantpay').components

/** Returns the contract's example of an event. */
function exampleOf(event: string): { event: string; data: Record<string, unknown> } {
  const name = event.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())
  return schemas[`${name}Event`]?.example as ReturnType<typeof exampleOf> // the contract lint validates it
}

describe('POST /v1/webhooks/{id}/test', () => {
  const shared = useHarness()
  const test = (keys: Keys, id: string) => shared.harness.call('POST', `/v1/webhooks/${id}/test`, { keys })

  async function begin(events: readonly string[] = ['payment.expired']) {
    const keys = await shared.harness.register()
    const body = { url: 'https://shop.example/hooks', events }
    const { json } = await shared.harness.call('POST', '/v1/webhooks', { keys, body })
    return { keys, id: json.id }
  }

  it.each(EVENT_TYPES)('creates a delivery of the contract’s example of %s, with a new id', async (event) => {
    const { harness } = shared
    const last = event === 'payment.expired' ? 'payment.frozen' : 'payment.expired'
    const { keys, id } = await begin([event, last])
    const now = new Date(harness.clock.now()).toISOString()
    const { status, json } = await test(keys, id)
    const { data } = exampleOf(event)
    const idField = event.startsWith('payment.') ? 'order_id' : 'withdrawal_id'
    const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect([status, json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^wd_[0-9a-f]{32}$/),
        webhook_id: id,
        redelivery_of: null,
        event_type: event,
        payload: { event, timestamp: now, environment: 'test', data: { ...data, [idField]: uuid } },
        status: 'PENDING',
        attempts: 0,
        max_attempts: 6,
        last_error: null,
        last_error_detail: null,
        next_attempt_at: now,
        delivered_at: null,
        created_at: now,
      },
    ])
    const again = await test(keys, id)
    const idOf = ({ payload }: typeof json) => (payload as typeof json & { data: typeof data }).data[idField]
    expect(new Set([data[idField], idOf(json), idOf(again.json)]).size).toBe(3)
    const { json: listed } = await harness.call('GET', `/v1/webhooks/${id}/deliveries`, { keys })
    expect(listed).toEqual({ deliveries: [again.json, json], total: 2, next: null })
  })

  it('sends to no other endpoint, and follows a change of the first event', async () => {
    const { harness } = shared
    const { keys, id } = await begin()
    const body = { url: 'https://other.example/hooks', events: ['payment.expired'] }
    const { json: other } = await harness.call('POST', '/v1/webhooks', { keys, body })
    await harness.call('PATCH', `/v1/webhooks/${id}`, { keys, body: { events: ['withdrawal.failed'] } })
    expect((await test(keys, id)).json).toMatchObject({ event_type: 'withdrawal.failed' })
    const { json } = await harness.call('GET', `/v1/webhooks/${other.id}/deliveries`, { keys })
    expect(json).toEqual({ deliveries: [], total: 0, next: null })
  })

  it('answers 404 for another merchant’s, the other environment’s and an invalid id, and 403 to a suspended merchant', async () => {
    const { harness } = shared
    const { keys, id } = await begin()
    const live = await harness.liveKeys(keys)
    for (const caller of [await harness.register(), live]) {
      expect(refusal(await test(caller, id))).toEqual(NOT_FOUND)
    }
    for (const unknown of [`wh_${'0'.repeat(32)}`, 'wh_1', '%00']) {
      expect(refusal(await test(keys, unknown))).toEqual(NOT_FOUND)
    }
    await setMerchantStatus(harness, keys.merchantId, 'SUSPENDED')
    expect(refusal(await test(keys, id))).toEqual(error(403, 'merchant suspended'))
    const { json } = await harness.call('GET', `/v1/webhooks/${id}/deliveries`, { keys })
    expect(json.total).toBe(0)
  })
})
