import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { call } from './support/call.js'

/** The environment of a service that refuses every call with a text that clears the screen and turns a line around. */
async function hostileService() {
  const server = createServer((_, response) => {
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: 'invalid amount', detail: '\u001b[2J\u202egone' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return {
    MERCHANTPAY_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    MERCHANTPAY_KEY_ID: `mk_test_${'a'.repeat(24)}`,
    MERCHANTPAY_SECRET: `sk_test_${'b'.repeat(43)}`,
  }
}

it.each([['text'], ['json']])('an error does nothing to the terminal (%s)', async (mode) => {
  const env = await hostileService()
  const { code, stderr } = await call(['keys', 'list', ...(mode === 'json' ? ['--json'] : [])], { env })
  expect(code).toBe(1)
  expect(stderr).toContain('\\u001b[2J\\u202egone')
  for (const unsafe of ['\u001b', '\u202e']) expect(stderr).not.toContain(unsafe)
})
