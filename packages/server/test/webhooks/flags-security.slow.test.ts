import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { MerchantPay } from '@merchantpay/sdk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeCertificate } from '../../../../test-support/net/certificate.js'
import { startSentinel } from '../../../../test-support/net/hostile-receiver.js'
import { startChild } from '../support/server/child.js'
import { temporaryFolder } from '../support/server/folder.js'
import { rawReceiver } from '../support/webhooks/raw-receiver.js'
import { trustedCertificate } from '../support/webhooks/receiver.js'

const run = promisify(execFile)

const answer = (headers = '') => `HTTP/1.1 200 OK\r\n${headers}Content-Length: 0\r\n\r\n`
const OLD_TLS = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const

/** Posts to each URL as a plain Node program does, and prints whether it was answered. */
const PLAIN_CLIENT = `
for (const url of process.argv.slice(1)) {
  const sent = require('node:https').request(url, { method: 'POST', agent: false }, () => report('answered'))
  const report = (outcome) => (console.log(url, outcome), sent.destroy())
  sent.on('error', ({ code }) => report(code)).end('{}')
}`

/** Starts receivers that only a careless client accepts, and a good one, and variables that make Node careless. */
async function begin() {
  const { file, ...trusted } = await trustedCertificate()
  const answering = (bytes: string, tls: Parameters<typeof rawReceiver>[0] = trusted) =>
    rawReceiver(tls, (socket) => socket.end(bytes, 'latin1'))
  const receivers = {
    good: await answering(answer()),
    'self-signed': await answering(answer(), await makeCertificate()),
    'TLS 1.1': await answering(answer(), { ...trusted, ...OLD_TLS }),
    'a control character in the head': await answering(answer('X: a\u0001b\r\n')),
    'a head of more than 16 KiB': await answering(answer(`X: ${'x'.repeat(17_000)}\r\n`)),
  }
  const proxy = await startSentinel('127.0.0.1')
  onTestFinished(() => proxy.close())
  const proxyUrl = `http://127.0.0.1:${proxy.port}`
  const flags = [
    '--insecure-http-parser',
    '--max-http-header-size=65536',
    '--tls-min-v1.0',
    // Without this flag OpenSSL itself refuses the signatures of TLS 1.1.
    '--tls-cipher-list=DEFAULT@SECLEVEL=0',
  ]
  const careless = {
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_OPTIONS: flags.join(' '),
    NODE_NO_WARNINGS: '1',
  }
  const proxies = {
    HTTPS_PROXY: proxyUrl,
    https_proxy: proxyUrl,
    HTTP_PROXY: proxyUrl,
    http_proxy: proxyUrl,
    ALL_PROXY: proxyUrl,
    // From Node 24 on, Node follows the proxy variables where this is set.
    NODE_USE_ENV_PROXY: '1',
  }
  return { file, receivers, careless, proxies, proxy }
}

const urlOf = ({ port }: { port: number }) => `https://127.0.0.1:${port}/`

describe('a server whose flags and variables make Node careless', () => {
  it('still refuses unknown certificates, old TLS and longer heads, and uses no proxy', async () => {
    const { file, receivers, careless, proxies, proxy } = await begin()
    const child = await startChild({
      ...careless,
      ...proxies,
      MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/ledger.db`,
      MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
      MERCHANTPAY_WEBHOOK_CA_FILE: file,
    })
    const ada = { name: 'Ada', email: 'ada@shop.example', platform_user_id: 'ada' }
    const { api_key: key } = await new MerchantPay({ baseUrl: child.url }).merchants.register(ada)
    const mp = new MerchantPay({ baseUrl: child.url, keyId: key.key_id, secret: key.secret })
    const errors = Object.entries(receivers).map(async ([name, receiver]) => {
      const { id } = await mp.webhooks.create({ url: urlOf(receiver), events: ['payment.confirmed'] })
      await mp.webhooks.test(id)
      const sent = async () => (await mp.webhooks.listDeliveries(id)).deliveries[0]
      await expect.poll(async () => (await sent())?.attempts).toBe(1)
      return [name, (await sent())?.last_error] as const
    })
    expect(Object.fromEntries(await Promise.all(errors))).toEqual({
      good: null,
      'self-signed': 'tls_error',
      'TLS 1.1': 'tls_error',
      'a control character in the head': null,
      'a head of more than 16 KiB': 'response_invalid',
    })
    expect(proxy.hits).toBe(0)
  })

  it('needs its own checks: a plain Node client with the same flags accepts every answer', async () => {
    const { receivers, careless } = await begin()
    const urls = Object.values(receivers).map(urlOf)
    const { stdout } = await run(process.execPath, ['-e', PLAIN_CLIENT, ...urls], { env: careless })
    expect(stdout.trim().split('\n').sort()).toEqual(urls.map((url) => `${url} answered`).sort())
  })
})
