import { createSecureContext } from 'node:tls'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Certificate,
  makeAuthority,
  makeCertificate,
  makeNameCertificate,
} from '../../../../../test-support/net/certificate.js'
import { createWebhookSender, type SenderOptions } from '../../../src/workers/webhooks/webhook-sender.js'
import { plainReceiver, rawReceiver } from '../../support/webhooks/raw-receiver.js'

const NAMES = ['localhost']
const never = new AbortController().signal
const tlsFailed = (detail: string) => ({ delivered: false, error: 'tls_error', detail })
const answer = (status: string) => `HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`

let trusted: Certificate
beforeAll(async () => {
  trusted = await makeCertificate(NAMES)
})

const sender = (options: Partial<SenderOptions> = {}) =>
  createWebhookSender({
    timeoutMs: 60_000,
    isAddressAllowed: (address) => address === '127.0.0.1' || address === '::1',
    secureContext: createSecureContext({ ca: trusted.cert }),
    userAgent: 'MerchantPay-Webhooks/test',
    ...options,
  })

const post = (port: number, host = '127.0.0.1') => ({
  url: `https://${host}:${port}/hook`,
  body: Buffer.from('{}'),
  headers: {},
})

describe('an attempt whose TLS handshake fails', () => {
  const DAY_MS = 86_400_000
  const day = (days: number) => new Date(Date.now() + days * DAY_MS)
  const OLD_TLS = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const

  it.each<[string, string, (issuer: Certificate) => Promise<object>]>([
    ['signs itself', 'self-signed certificate', () => makeCertificate(NAMES)],
    [
      'has expired',
      'certificate expired',
      (issuer) => makeCertificate(NAMES, { issuer, validFrom: day(-2), validTo: day(-1) }),
    ],
    [
      'is not valid yet',
      'certificate not yet valid',
      (issuer) => makeCertificate(NAMES, { issuer, validFrom: day(1) }),
    ],
    ['is for another name', 'wrong host name', (issuer) => makeNameCertificate(['shop.example'], { issuer })],
    [
      'comes by TLS 1.1',
      'TLS 1.2 or later needed',
      async (issuer) => ({ ...(await makeCertificate(NAMES, { issuer })), ...OLD_TLS }),
    ],
  ])('has failed with tls_error and its cause when the certificate %s: %s', async (_, detail, tlsOf) => {
    const issuer = await makeAuthority()
    const receiver = await rawReceiver((await tlsOf(issuer)) as Certificate, (socket) =>
      socket.end(answer('200 OK')),
    )
    const send = sender({ secureContext: createSecureContext({ ca: issuer.cert, minVersion: 'TLSv1.2' }) })
    expect(await send(post(receiver.port, 'localhost'), never)).toEqual(tlsFailed(detail))
    expect(receiver.requests).toEqual([])
  })

  it('has failed with tls_error and its cause when the certificate is from an unknown authority', async () => {
    const certificate = await makeCertificate(NAMES, { issuer: await makeAuthority() })
    const receiver = await rawReceiver(certificate, (socket) => socket.end(answer('200 OK')))
    const detail = 'unknown authority or missing intermediate certificate'
    expect(await sender()(post(receiver.port, 'localhost'), never)).toEqual(tlsFailed(detail))
  })

  it('has failed with tls_error when the receiver speaks plain HTTP', async () => {
    const receiver = await plainReceiver((socket) => socket.end(answer('200 OK')))
    expect(await sender()(post(receiver.port), never)).toEqual(tlsFailed('no TLS'))
  })

  it('has failed with tls_error when the two share no TLS version', async () => {
    const receiver = await rawReceiver(
      { ...trusted, ciphers: 'ECDHE-RSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' },
      () => undefined,
    )
    expect(await sender()(post(receiver.port), never)).toEqual(tlsFailed('handshake failed'))
  })
})
