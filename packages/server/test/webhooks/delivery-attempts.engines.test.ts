import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type Certificate,
  makeAuthority,
  makeCertificate,
  makeNameCertificate,
} from '../../../../test-support/net/certificate.js'
import { freePort } from '../../../../test-support/net/free-port.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, type Json } from '../support/server/harness.js'
import { setMerchantStatus } from '../support/server/merchant-status.js'
import { error, refusal } from '../support/server/refusals.js'
import { ENGINES, type Engine, sideOf } from '../support/storage/engines.js'
import { rawReceiver } from '../support/webhooks/raw-receiver.js'
import { callEndpoint, deliveriesOf, type Endpoint, subscribe } from '../support/webhooks/webhook-endpoint.js'

const MINUTE_MS = 60_000
const HIDDEN = 'no answer; the cause is shown once the receiver has answered 2xx'

interface Attempt {
  readonly attempt: number
  readonly ended_at: string
  readonly duration_ms: number | null
  readonly response_status: number | null
  readonly response_body: string | null
  readonly error: string | null
  readonly error_detail: string | null
}

async function begin(engine: Engine, settings: Readonly<Record<string, string>> = {}) {
  const issuer = await makeAuthority()
  const file = join(temporaryFolder(), 'authority.pem')
  writeFileSync(file, issuer.cert)
  const harness = await Harness.start({ MERCHANTPAY_WEBHOOK_CA_FILE: file, ...settings }, { engine })
  const keys = await harness.register()
  const endpointAt = async (url: string): Promise<Endpoint> => ({
    harness,
    keys,
    id: await subscribe(harness, keys, url),
  })
  const certificate = await makeCertificate(['localhost'], { issuer })
  return { harness, keys, issuer, certificate, endpointAt }
}

interface Delivery extends Json {
  readonly attempts: number
  readonly last_error: string | null
  readonly created_at: string
  readonly attempt_log: readonly Attempt[]
}

const urlAt = (port: number) => `https://127.0.0.1:${port}/hooks`

/** Starts a receiver that answers with each status and body in turn, then resets connections. */
async function receiverOf(
  certificate: Certificate,
  answers: readonly [status: number, body: string, location?: string][],
) {
  const { port } = await rawReceiver(certificate, (socket, { requests }) => {
    const [status, body, location] = answers[requests.length - 1] ?? []
    if (status === undefined) {
      socket.destroy()
      return
    }
    const fields = [`Content-Length: ${Buffer.byteLength(body ?? '')}`, location && `Location: ${location}`]
    const head = [`HTTP/1.1 ${status} X`, ...fields.filter(Boolean)].join('\r\n')
    socket.end(`${head}\r\n\r\n${body}`)
  })
  return urlAt(port)
}

/** Sends a sample and makes its first attempt. @returns its delivery */
async function attempted(endpoint: Endpoint) {
  const { json } = await callEndpoint(endpoint, 'POST', '/test')
  await endpoint.harness.work()
  return retrieved(endpoint, json.id)
}

async function retrieved(endpoint: Endpoint, deliveryId: string): Promise<Delivery> {
  const { json } = await callEndpoint(endpoint, 'GET', `/deliveries/${deliveryId}`)
  return json as Delivery // the harness checks it against the contract
}

/** The status, body, error and cause of the only attempt. */
function shownOf({ attempt_log: [only, ...others] }: Delivery) {
  expect(others).toEqual([])
  return [only?.response_status, only?.response_body, only?.error, only?.error_detail]
}

describe.each(ENGINES)('the attempts of a delivery on %s', (engine) => {
  it('are listed oldest first, with time, duration, status, body and cause, and the last is `last_error`', async () => {
    const { harness, certificate, endpointAt } = await begin(engine)
    const url = await receiverOf(certificate, [
      [200, 'thanks'],
      [503, '<h1>no stock</h1>'],
      [404, ''],
      [302, 'moved'],
    ])
    const endpoint = await endpointAt(url)
    expect(shownOf(await attempted(endpoint))).toEqual([200, null, null, null])
    const { id } = await attempted(endpoint)
    for (const minutes of [1, 5, 30]) {
      harness.clock.advance(minutes * MINUTE_MS)
      await harness.work()
    }
    const found = await retrieved(endpoint, id)
    const about = { duration_ms: expect.any(Number), ended_at: expect.any(String) }
    expect(found.attempt_log).toEqual([
      {
        attempt: 1,
        response_status: 503,
        response_body: '<h1>no stock</h1>',
        error: 'HTTP 503',
        error_detail: null,
        ...about,
      },
      {
        attempt: 2,
        response_status: 404,
        response_body: '',
        error: 'HTTP 404',
        error_detail: null,
        ...about,
      },
      {
        attempt: 3,
        response_status: 302,
        response_body: 'moved',
        error: 'HTTP 302',
        error_detail: 'redirects are not followed',
        ...about,
      },
      {
        attempt: 4,
        response_status: null,
        response_body: null,
        error: 'connection_reset',
        error_detail: 'the connection closed before a complete response head',
        ...about,
      },
    ])
    const times = found.attempt_log.map(({ ended_at: at }) =>
      Math.round((Date.parse(at) - Date.parse(found.created_at)) / MINUTE_MS),
    )
    expect(times).toEqual([0, 1, 6, 36])
    const { attempt_log: log, ...delivery } = found
    expect(await deliveriesOf(endpoint)).toContainEqual(delivery)
    expect([delivery.attempts, delivery.last_error]).toEqual([log.length, log.at(-1)?.error])
  })

  it('show no body, duration or cause before the first 2xx, neither then nor later', async () => {
    const { certificate, endpointAt } = await begin(engine)
    const endpoint = await endpointAt(
      await receiverOf(certificate, [
        [500, 'internal'],
        [201, 'thanks'],
        [500, 'now'],
      ]),
    )
    const early = await attempted(endpoint)
    expect(shownOf(early)).toEqual([500, null, 'HTTP 500', null])
    expect(early.attempt_log[0]?.duration_ms).toBeNull()
    const first = await attempted(endpoint)
    expect(shownOf(first)).toEqual([201, null, null, null])
    expect(first.attempt_log[0]?.duration_ms).toBeGreaterThanOrEqual(0)
    expect(shownOf(await attempted(endpoint))).toEqual([500, 'now', 'HTTP 500', null])
    expect(await retrieved(endpoint, early.id)).toEqual(early)
  })

  it('look the same before the first 2xx for a refusal, a reset, silence and an unknown name', async () => {
    const { certificate, endpointAt } = await begin(engine, { MERCHANTPAY_WEBHOOK_TIMEOUT_MS: '300' })
    const silent = await listening(createTcpServer(() => undefined))
    const urls = [
      await receiverOf(certificate, []),
      urlAt(await freePort()),
      urlAt(silent),
      'https://nothing.invalid/',
    ]
    for (const url of urls) {
      const { attempt_log: log } = await attempted(await endpointAt(url))
      expect(log).toEqual([
        {
          attempt: 1,
          ended_at: expect.any(String),
          duration_ms: null,
          response_status: null,
          response_body: null,
          error: 'unreachable',
          error_detail: HIDDEN,
        },
      ])
    }
  })

  it('name the fault of a certificate, before the first 2xx too', async () => {
    const { issuer, endpointAt } = await begin(engine)
    const past = {
      validFrom: new Date(Date.now() - 2 * 86_400_000),
      validTo: new Date(Date.now() - 86_400_000),
    }
    const faults: [Certificate, string][] = [
      [await makeCertificate(['localhost'], { issuer, ...past }), 'certificate expired'],
      [await makeNameCertificate(['shop.example'], { issuer }), 'wrong host name'],
      [await makeCertificate(), 'self-signed certificate'],
      [
        await makeCertificate(['localhost'], { issuer: await makeAuthority('another authority') }),
        'unknown authority or missing intermediate certificate',
      ],
    ]
    for (const [fault, detail] of faults) {
      const delivery = await attempted(await endpointAt(await receiverOf(fault, [])))
      expect(shownOf(delivery)).toEqual([null, null, 'tls_error', detail])
      expect(delivery).toMatchObject({ last_error: 'tls_error', last_error_detail: detail })
    }
  })

  it('name the target of a redirect, before the first 2xx too', async () => {
    const { certificate, endpointAt } = await begin(engine)
    const url = await receiverOf(certificate, [[308, '', '/hooks/?token=secret']])
    const delivery = await attempted(await endpointAt(url))
    const detail = `redirects to ${url}/?…, which is not followed`
    expect(shownOf(delivery)).toEqual([308, null, 'HTTP 308', detail])
    expect(delivery).toMatchObject({ status: 'PENDING', last_error_detail: detail })
  })

  it('end with the one that a receiver answers by 410, which says that it is gone', async () => {
    const { harness, certificate, endpointAt } = await begin(engine)
    const endpoint = await endpointAt(await receiverOf(certificate, [[410, '']]))
    const { id } = await attempted(endpoint)
    harness.clock.advance(MINUTE_MS)
    await harness.work()
    expect(await retrieved(endpoint, id)).toMatchObject({
      status: 'FAILED',
      attempts: 1,
      next_attempt_at: null,
      last_error: 'HTTP 410',
      last_error_detail: 'the receiver is gone: no further attempt',
    })
  })

  it('name the cause of a failure without an answer after the first 2xx', async () => {
    const { certificate, endpointAt } = await begin(engine)
    const port = await freePort()
    const endpoint = await endpointAt(urlAt(port))
    const receiver = createServer(certificate, (_request, response) =>
      response.setHeader('connection', 'close').end(),
    )
    await listening(receiver, port)
    expect(shownOf(await attempted(endpoint))).toEqual([200, null, null, null])
    await new Promise((resolve) => receiver.close(resolve))
    const refused = [null, null, 'connection_refused', 'nothing listens on this port']
    expect(shownOf(await attempted(endpoint))).toEqual(refused)
  })

  it('show at most 2,048 characters of a body, which is safe to print and holds no secret', async () => {
    const { keys, certificate, endpointAt } = await begin(engine)
    const secrets = `${keys.webhookSecret} ${keys.secret} ${keys.keyId} Authorization: Bearer abc.def-1`
    const body = `${secrets} \u0000\u001b[31m\u202e${'🙂'.repeat(2_000)}`
    const endpoint = await endpointAt(
      await receiverOf(certificate, [
        [200, ''],
        [500, body],
      ]),
    )
    await attempted(endpoint)
    const [, shown] = shownOf(await attempted(endpoint))
    const start = 'whsec_… sk_test_… mk_test_… Authorization: Bearer … \\x00\\x1b[31m\\u{202e}'
    expect(shown).toBe(`${start}${'🙂'.repeat(Math.floor((2_048 - start.length) / 2))}`)
  })

  it('the attempts of a delivery that an older server made show no cause', async () => {
    const { harness, certificate, endpointAt } = await begin(engine)
    const endpoint = await endpointAt(await receiverOf(certificate, [[200, '']]))
    const { id } = await attempted(endpoint)
    const side = await sideOf(harness.database)
    await side.script(`DELETE FROM webhook_attempts WHERE delivery_id = '${id}';
      INSERT INTO webhook_attempts (delivery_id, number, started_at, signed_at, outcome, status, whole_ms, sample,
        sample_bytes, truncated)
      VALUES ('${id}', 1, 0, 0, 'HTTP 500', 500, 7, 'internal', 8, 0), ('${id}', 2, 0, 0, 'timeout', NULL, 9, NULL, 0, 0);`)
    const { attempt_log: log } = await retrieved(endpoint, id)
    expect(log.map(({ duration_ms, response_body, error }) => [duration_ms, response_body, error])).toEqual([
      [null, null, 'HTTP 500'],
      [null, null, 'unreachable'],
    ])
  })

  it('are shown to their merchant and environment alone, also while it is suspended', async () => {
    const { harness, keys, endpointAt } = await begin(engine)
    const endpoint = await endpointAt(urlAt(await freePort()))
    const { id } = await attempted(endpoint)
    const path = `/v1/webhooks/${endpoint.id}/deliveries/${id}`
    const other = await harness.register()
    for (const stranger of [other, await harness.liveKeys(keys)])
      expect(refusal(await harness.call('GET', path, { keys: stranger }))).toEqual(
        error(404, 'webhook not found'),
      )
    const second = await endpointAt(urlAt(await freePort()))
    for (const unknown of [id, `wd_${'0'.repeat(32)}`, 'wd_1', '%00'])
      expect(refusal(await callEndpoint(second, 'GET', `/deliveries/${unknown}`))).toEqual(
        error(404, 'delivery not found'),
      )
    await setMerchantStatus(harness, keys.merchantId, 'SUSPENDED')
    expect((await harness.call('GET', path, { keys })).status).toBe(200)
  })
})

/** Listens on loopback until the test ends. @returns the port */
async function listening(server: Server | TcpServer, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port // the server listens on TCP
}
