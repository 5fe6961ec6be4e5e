import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import { EVENT_TYPES } from '../../src/domain/webhooks/event-types.js'
import { Metrics } from '../../src/observability/metrics.js'
import { samplesOf, scrape, WITH_METRICS } from '../support/observability/scrape.js'
import { Harness, type Registered } from '../support/server/harness.js'
import { sideOf } from '../support/storage/engines.js'
import { Receiver } from '../support/webhooks/receiver.js'

/** Creates an app-only order and lets it expire. */
async function expireOrder(harness: Harness, keys: Registered): Promise<void> {
  const body = { amount_mode: 'FIXED', amount: '12.50', currency: 'USDT' }
  const { json } = await harness.call('POST', '/v1/app/orders', { keys, body })
  const simulate = `/v1/test_helpers/orders/${json.id}/simulate`
  await harness.call('POST', simulate, { keys, body: { action: 'expire' } })
}

/** Registers a merchant with an endpoint for all events at `url`. */
async function registerFor(harness: Harness, url: string): Promise<Registered> {
  const keys = await harness.register()
  await harness.call('POST', '/v1/webhooks', { keys, body: { url, events: EVENT_TYPES } })
  return keys
}

/** Starts a server with an expired order, for an endpoint that answers `statuses` in turn. */
async function expireOne(statuses: readonly number[]) {
  const [harness, certificate] = await Harness.startForWebhooks(WITH_METRICS)
  const receiver = await Receiver.start(certificate, statuses)
  const keys = await registerFor(harness, receiver.url)
  await expireOrder(harness, keys)
  return { harness, keys, receiver }
}

describe('GET /metrics', () => {
  it('counts log lines that could not be written', async () => {
    const metrics = new Metrics()
    onTestFinished(() => metrics.close())
    let dropped = 2
    metrics.watchLog(() => dropped)
    const url = await metrics.listen({ host: '127.0.0.1', port: 0 })
    const count = async () =>
      samplesOf(await (await fetch(url)).text(), 'merchantpay_log_lines_dropped_total')
    expect(await count()).toEqual(['merchantpay_log_lines_dropped_total 2'])
    dropped = 5
    expect(await count()).toEqual(['merchantpay_log_lines_dropped_total 5'])
  })

  it('counts attempts by outcome and number, and measures their duration', async () => {
    const { harness } = await expireOne([503, 200])
    await harness.work()
    harness.clock.advance(60_000)
    await harness.work()
    const text = await scrape(harness)
    expect(samplesOf(text, 'merchantpay_webhook_attempts_total').sort()).toEqual([
      'merchantpay_webhook_attempts_total{outcome="delivered",attempt="2"} 1',
      'merchantpay_webhook_attempts_total{outcome="http_5xx",attempt="1"} 1',
    ])
    expect(text).toContain('merchantpay_delivery_duration_seconds_count{phase="whole"} 2')
    expect(samplesOf(text, 'merchantpay_deliveries_in_flight')).toEqual([
      'merchantpay_deliveries_in_flight 0',
    ])
  })

  it('counts attempts that send nothing because the URL is no longer allowed', async () => {
    const { harness, receiver } = await expireOne([])
    const side = await sideOf(harness.database)
    await side.script("UPDATE webhook_endpoints SET url = 'https://127.0.0.1:22/'")
    await harness.work()
    expect(samplesOf(await scrape(harness), 'merchantpay_webhook_attempts_total')).toEqual([
      'merchantpay_webhook_attempts_total{outcome="blocked_target",attempt="1"} 1',
    ])
    expect(receiver.received).toHaveLength(0)
  })

  it('reports the lateness of the oldest due delivery', async () => {
    const { harness } = await expireOne([503])
    const late = async () => samplesOf(await scrape(harness), 'merchantpay_webhook_delivery_lag_seconds')
    await harness.work()
    expect(await late()).toEqual(['merchantpay_webhook_delivery_lag_seconds 0'])
    harness.clock.advance(105_000)
    expect(await late()).toEqual(['merchantpay_webhook_delivery_lag_seconds 45'])
  })

  it('counts targets with an open circuit breaker', async () => {
    const [harness] = await Harness.startForWebhooks(WITH_METRICS)
    const keys = await registerFor(harness, `https://127.0.0.1:${await freePort()}/hooks`)
    const open = async () => samplesOf(await scrape(harness), 'merchantpay_webhook_circuit_breakers_open')
    expect(await open()).toEqual(['merchantpay_webhook_circuit_breakers_open 0'])
    for (let number = 0; number < 3; number++) await expireOrder(harness, keys)
    // Ten failures in a row, of three deliveries, on their schedule.
    for (const seconds of [0, 60, 300, 1_800]) {
      harness.clock.advance(seconds * 1_000)
      await harness.work()
    }
    expect(await open()).toEqual(['merchantpay_webhook_circuit_breakers_open 1'])
  })

  it('reports the process without any id, host or merchant', async () => {
    const { harness, keys, receiver } = await expireOne([200])
    await harness.work()
    const text = await scrape(harness)
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m)
    for (const secret of [keys.merchantId, keys.keyId, new URL(receiver.url).host]) {
      expect(text).not.toContain(secret)
    }
    const labels = new Set(
      [...text.matchAll(/^merchantpay_\w+\{(.*)\}/gm)].flatMap(([, all = '']) => all.match(/\w+(?==")/g)),
    )
    const allowed = 'attempt check environment kind le network operation outcome phase status'
    expect([...labels].sort()).toEqual(allowed.split(' '))
  })

  it('is served on a separate port with nothing else, and not at all without the setting', async () => {
    const harness = await Harness.start(WITH_METRICS)
    const url = harness.server.metricsUrl ?? ''
    expect((await fetch(new URL('/', url))).status).toBe(404)
    expect((await fetch(url, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${harness.server.url}/metrics`)).status).toBe(404)
    const without = await Harness.start()
    expect(without.server.metricsUrl).toBeUndefined()
  })
})
