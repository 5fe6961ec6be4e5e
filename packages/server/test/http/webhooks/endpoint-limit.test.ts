import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createEndpointLimit } from '../../../src/http/limits/endpoint-limit.js'
import { createRateLimit, type RateLimits } from '../../../src/http/limits/rate-limit.js'
import { type Keys, useHarness } from '../../support/server/harness.js'
import { subscribe } from '../../support/webhooks/webhook-endpoint.js'

const URL = 'https://shop.example/hooks'
const HOUR_MS = 3_600_000

describe('the deliveries to an endpoint on demand', () => {
  const shared = useHarness()
  const test = (keys: Keys, id: string) => shared.harness.call('POST', `/v1/webhooks/${id}/test`, { keys })
  const redeliver = (keys: Keys, id: string, deliveryId: string) =>
    shared.harness.call('POST', `/v1/webhooks/${id}/deliveries/${deliveryId}/redeliver`, { keys })

  async function times(count: number, send: () => ReturnType<typeof test>) {
    const statuses = new Set<number>()
    for (let sent = 0; sent < count; sent += 1) statuses.add((await send()).status)
    return [...statuses]
  }

  /** Creates an endpoint of a new merchant, to which no delivery is sent, while the clock of the limits is stopped. */
  async function begin() {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const keys = await shared.harness.register()
    return { keys, id: await subscribe(shared.harness, keys, URL) }
  }

  it('are at most 60 samples an hour, with 429 and Retry-After beyond them', async () => {
    const { keys, id } = await begin()
    expect(await times(60, () => test(keys, id))).toEqual([201])
    vi.setSystemTime(Date.now() + 10_000)
    const refused = await test(keys, id)
    expect([refused.status, refused.text, refused.headers['retry-after']]).toEqual([
      429,
      '{"error":"rate limit exceeded"}',
      '3590',
    ])
    expect((await test(keys, await subscribe(shared.harness, keys, URL))).status).toBe(201)
    const { json } = await shared.harness.call('GET', `/v1/webhooks/${id}/deliveries`, { keys })
    expect(json.total).toBe(60)
    vi.setSystemTime(Date.now() + HOUR_MS)
    expect((await test(keys, id)).status).toBe(201)
  })

  it('are also at most 120 redeliveries an hour over all deliveries', async () => {
    const { keys, id } = await begin()
    const { json: delivery } = await test(keys, id)
    expect(await times(60, () => redeliver(keys, id, `wd_${'0'.repeat(32)}`))).toEqual([404])
    expect(await times(60, () => redeliver(keys, id, delivery.id))).toEqual([201])
    const refused = await redeliver(keys, id, delivery.id)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect((await test(keys, id)).status).toBe(201)
  })

  it('are at most ten times as many for all endpoints of a merchant, including deleted ones', async () => {
    const limits: RateLimits = ({ points, windowSeconds }) => createRateLimit(points, windowSeconds)
    const limit = createEndpointLimit(limits, 'tests', 2)
    const scope = { merchantId: 'shop', environment: 'test' } as const
    const take = (id: string) => limit.take(scope, id)
    for (let id = 0; id < 10; id += 1) await Promise.all([take(`wh_${id}`), take(`wh_${id}`)])
    await expect(take('wh_10')).rejects.toMatchObject({ code: 'rate_limit_exceeded' })
    await limit.take({ ...scope, environment: 'live' }, 'wh_11')
  })

  it('are not counted for an endpoint of another merchant', async () => {
    const { keys, id } = await begin()
    const other = await begin()
    expect(await times(61, () => test(other.keys, id))).toEqual([404])
    expect((await test(keys, id)).status).toBe(201)
  })
})
