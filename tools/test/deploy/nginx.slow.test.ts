/** The configuration of nginx, in nginx: before a server and an address where none listens. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MerchantPay } from '@merchantpay/sdk'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../test-support/net/free-port.js'
import {
  merchantEnvironment,
  type Sandbox,
  startSandbox,
} from '../../../test-support/processes/sandbox-server.js'
import { root } from '../../lib/run.js'
import { hasProgram } from './programs.js'

const FILES = ['upstream.conf', 'merchantpay.conf']

describe.skipIf(!hasProgram('nginx', '-v'))('nginx', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  const config = join(folder, 'nginx.conf')
  let sandbox: Sandbox
  let nginx: ChildProcess
  let url: string

  beforeAll(async () => {
    sandbox = await startSandbox({ MERCHANTPAY_TRUSTED_PROXIES: '127.0.0.0/8' })
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const replaced: [string, string][] = [
      ['server-1:8080', new URL(sandbox.url).host],
      ['server-2:8080', `127.0.0.1:${await freePort()}`],
      ['listen 80;', `listen 127.0.0.1:${port};`],
    ]
    for (const name of FILES) {
      const text = readFileSync(join(root, 'deploy/nginx', name), 'utf8')
      writeFileSync(
        join(folder, name),
        replaced.reduce((all, [from, to]) => all.replaceAll(from, to), text),
      )
    }
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    writeFileSync(
      config,
      [
        `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit; events {}`,
        `http { access_log off; ${temporary.join(' ')}`,
        ...FILES.map((name) => `include ${folder}/${name};`),
        '}',
      ].join('\n'),
    )
    nginx = spawn('nginx', ['-c', config], { stdio: 'inherit' })
    await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), {
      timeout: 10_000,
    })
  }, 60_000)

  afterAll(async () => {
    nginx?.kill('SIGTERM')
    await sandbox?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('accepts the configuration', () => {
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', config], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('[warn]')])
  })

  it('passes each message of an event stream at once, and ends the stream with the order', async () => {
    const { MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret } = await merchantEnvironment(
      url,
      'streams',
    )
    const mp = new MerchantPay({ baseUrl: url, keyId, secret })
    const order = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
    const seen: string[] = []
    for await (const event of mp.orders.stream(order.id)) {
      seen.push(event.order.status)
      // Held back in a buffer, the first message would not arrive before this payment.
      if (event.order.status === 'OPEN') await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
    }
    expect(seen).toEqual(['OPEN', 'CONFIRMING', 'PAID'])
  }, 30_000)

  it('passes a request to the other server where one does not answer', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(`${url}/healthz`)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('leaves the answer to a body that is too large to the server', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(70_000) })
    const answer = await fetch(`${url}/v1/merchants`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect([answer.status, await answer.text()]).toEqual([413, '{"error":"request body too large"}'])
  })
})
