import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openRaw, samplesOf, scrape, WITH_METRICS } from '../support/observability/scrape.js'
import { Harness, ORDER } from '../support/server/harness.js'

const requestsOf = async (harness: Harness) =>
  samplesOf(await scrape(harness), 'merchantpay_http_requests_total{').sort()

const counted = (operation: string, status: number, count: number): string =>
  `merchantpay_http_requests_total{operation="${operation}",status="${status}"} ${count}`

describe('the metrics of requests', () => {
  it('count ended requests by operation and status, whatever the path', async () => {
    const harness = await Harness.start(WITH_METRICS)
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, amount: 'x' } })
    await harness.call('GET', `/v1/orders/${json.id}`, { keys })
    await harness.call('GET', `/v1/orders/${json.id}`, { keys })
    for (const path of ['/readyz', '/pay/AAAA', '/v1/secret-id-4711', '/wp-admin'])
      await fetch(`${harness.server.url}${path}`)
    await expect
      .poll(() => requestsOf(harness))
      .toEqual(
        [
          counted('registerMerchant', 201, 1),
          counted('createOrder', 201, 1),
          counted('createOrder', 400, 1),
          counted('getOrder', 200, 2),
          counted('probe', 200, 1),
          counted('checkout', 404, 1),
          counted('unknown', 404, 2),
        ].sort(),
      )
  })

  it('measure how long a request took, in seconds', async () => {
    const harness = await Harness.start(WITH_METRICS)
    await harness.register()
    const name = 'merchantpay_http_request_duration_seconds'
    const labels = '{operation="registerMerchant"}'
    await expect.poll(() => scrape(harness)).toContain(`${name}_count${labels} 1`)
    const text = await scrape(harness)
    const [sum = ''] = samplesOf(text, `${name}_sum${labels}`)
    expect(Number(sum.split(' ')[1])).toBeGreaterThan(0)
    expect(text).toContain(`${name}_bucket{le="0.001",operation="registerMerchant"}`)
    expect(text).toContain(`${name}_bucket{le="10",operation="registerMerchant"} 1`)
  })

  it('count an event stream when it ends, and measure no duration of it', async () => {
    const harness = await Harness.start(WITH_METRICS)
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const stream = await openRaw(harness, `/v1/orders/${json.id}/events`, keys)
    expect(await requestsOf(harness)).not.toContain(counted('streamOrderEvents', 200, 1))
    stream.destroy()
    await expect.poll(() => requestsOf(harness)).toContain(counted('streamOrderEvents', 200, 1))
    const durations = samplesOf(await scrape(harness), 'merchantpay_http_request_duration_seconds_count')
    expect(durations.filter((sample) => sample.includes('streamOrderEvents'))).toEqual([])
  })

  it('count a client that leaves before its response as 499', async () => {
    const harness = await Harness.start(WITH_METRICS)
    const { hostname, port } = new URL(harness.server.url)
    const socket = connect(Number(port), hostname, () =>
      socket.write('POST /v1/orders HTTP/1.1\r\nhost: shop\r\ncontent-length: 10\r\n\r\n{', () =>
        socket.destroy(),
      ),
    )
    await expect.poll(() => requestsOf(harness)).toEqual([counted('createOrder', 499, 1)])
  })
})
