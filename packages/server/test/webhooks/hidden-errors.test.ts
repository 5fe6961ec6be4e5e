import { describe, expect, it } from 'vitest'
import { makeCertificate } from '../../../../test-support/net/certificate.js'
import { freePort } from '../../../../test-support/net/free-port.js'
import { Harness, type Registered } from '../support/server/harness.js'
import { plainReceiver, rawReceiver } from '../support/webhooks/raw-receiver.js'
import { callEndpoint, deliveriesOf, type Endpoint, subscribe } from '../support/webhooks/webhook-endpoint.js'

const TIMEOUT_MS = 300
const answer = (status: number) => `HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`

/** Starts a server, a merchant, and a receiver that answers with each status in turn, then resets connections. */
async function begin(statuses: readonly (number | undefined)[] = []) {
  const [harness, certificate] = await Harness.startForWebhooks({
    MERCHANTPAY_WEBHOOK_TIMEOUT_MS: `${TIMEOUT_MS}`,
  })
  const keys = await harness.register()
  const receiver = await rawReceiver(certificate, (socket, { requests }) => {
    const status = statuses[requests.length - 1]
    if (status === undefined) socket.destroy()
    else socket.end(answer(status))
  })
  return { harness, keys, url: `https://127.0.0.1:${receiver.port}/hooks` }
}

/** Sends a test event to the endpoint. @returns the error that the merchant sees */
async function errorOfSample(endpoint: Endpoint): Promise<unknown> {
  await callEndpoint(endpoint, 'POST', '/test')
  await endpoint.harness.work()
  return (await deliveriesOf(endpoint))[0]?.last_error
}

async function endpointAt(harness: Harness, keys: Registered, url: string): Promise<Endpoint> {
  return { harness, keys, id: await subscribe(harness, keys, url) }
}

describe('the error of an attempt without an answer', () => {
  it('is one code, whatever its cause, until the endpoint has answered 2xx', async () => {
    const { harness, keys, url } = await begin()
    const silent = await plainReceiver(() => undefined)
    const urls = {
      reset: url,
      refused: `https://127.0.0.1:${await freePort()}/`,
      silent: `https://127.0.0.1:${silent.port}/`,
      'no such name': 'https://nothing.invalid/',
    }
    const errors = []
    for (const each of Object.values(urls))
      errors.push(await errorOfSample(await endpointAt(harness, keys, each)))
    expect(errors).toEqual(Array(4).fill('unreachable'))
  })

  it('does not hide a status or a fault of TLS', async () => {
    const { harness, keys, url } = await begin([503])
    expect(await errorOfSample(await endpointAt(harness, keys, url))).toBe('HTTP 503')
    const stranger = await rawReceiver(await makeCertificate(), () => undefined)
    const endpoint = await endpointAt(harness, keys, `https://127.0.0.1:${stranger.port}/`)
    expect(await errorOfSample(endpoint)).toBe('tls_error')
    expect(await deliveriesOf(endpoint)).toMatchObject([{ last_error_detail: 'self-signed certificate' }])
  })

  it('is shown after the first 2xx, and hidden again where the endpoint moves to another port', async () => {
    const { harness, keys, url } = await begin([undefined, 200])
    const endpoint = await endpointAt(harness, keys, url)
    expect(await errorOfSample(endpoint)).toBe('unreachable')
    expect(await errorOfSample(endpoint)).toBeNull()
    expect(await errorOfSample(endpoint)).toBe('connection_reset')
    await callEndpoint(endpoint, 'PATCH', '', { url: `https://127.0.0.1:${await freePort()}/` })
    expect(await errorOfSample(endpoint)).toBe('unreachable')
    await callEndpoint(endpoint, 'PATCH', '', { url: `${url}/elsewhere` })
    expect(await errorOfSample(endpoint)).toBe('connection_reset')
  })

  it('is shown for an order’s own URL after the first 2xx from its scheme, host and port', async () => {
    const { harness, keys, url } = await begin([undefined, 200])
    const errors = []
    for (const path of ['a', 'b', 'c']) {
      const body = { amount_mode: 'CUSTOM', currency: 'USDT', webhook_url: `${url}/${path}` }
      const { json } = await harness.call('POST', '/v1/app/orders', { keys, body })
      const simulate = `/v1/test_helpers/orders/${json.id}/simulate`
      await harness.call('POST', simulate, { keys, body: { action: 'expire' } })
      await harness.work()
      const listed = await harness.call('GET', `/v1/orders/${json.id}/deliveries`, { keys })
      errors.push((listed.json.deliveries as { last_error: unknown }[])[0]?.last_error)
    }
    expect(errors).toEqual(['unreachable', null, 'connection_reset'])
  })
})
