import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../test-support/net/free-port.js'
import { makeScratchFolder } from '../../server/test/support/storage/scratch-folder.js'
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

it('names the address that cannot be reached, and what starts its server', async () => {
  const key = await hostileService()
  const cwd = makeScratchFolder()
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const closed = `http://127.0.0.1:${await freePort()}`
  const lines = Object.entries({ ...key, MERCHANTPAY_BASE_URL: closed }).map((pair) => pair.join('='))
  writeFileSync(join(cwd, '.env.merchantpay'), lines.join('\n'))
  const { code, stderr } = await call(['orders', 'list'], { cwd, env: { npm_command: 'exec' } })
  expect([code, stderr]).toEqual([
    3,
    `merchantpay: ${closed} of .env.merchantpay cannot be reached (ECONNREFUSED): start its server with npx @merchantpay/cli dev\n`,
  ])
})
