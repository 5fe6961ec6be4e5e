import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { post } from './post.js'

test('a customer does not get the answer of the service to the shop', async () => {
  const service = createServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"api key is inactive"}')
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo // it listens on TCP
  Object.assign(process.env, {
    MERCHANTPAY_BASE_URL: `http://127.0.0.1:${port}`,
    MERCHANTPAY_KEY_ID: `mk_test_${'a'.repeat(24)}`,
    MERCHANTPAY_SECRET: `sk_test_${'a'.repeat(43)}`,
    DATABASE_FILE: ':memory:',
    WEBHOOK_SECRET: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh+/',
  })
  try {
    const response = await post('/carts/cart-1/checkout', new Uint8Array(), {})
    assert.equal(response.status, 502)
    assert.doesNotMatch(await response.text(), /inactive|Error/)
  } finally {
    service.close().closeAllConnections()
  }
})
