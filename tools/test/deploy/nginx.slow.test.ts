/** The configuration of nginx, in nginx: before a server and an address where none listens. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MerchantPay } from '@merchantpay/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../test-support/net/free-port.js'
import { isNginxSkipped, type Nginx, startNginx } from '../../../test-support/processes/nginx.js'
import {
  merchantEnvironment,
  type Sandbox,
  startSandbox,
} from '../../../test-support/processes/sandbox-server.js'
import { root } from '../../lib/run.js'

describe.skipIf(isNginxSkipped())('nginx', () => {
  let sandbox: Sandbox
  let nginx: Nginx
  let url: string

  beforeAll(async () => {
    sandbox = await startSandbox({ MERCHANTPAY_TRUSTED_PROXIES: '127.0.0.0/8' })
    nginx = await startNginx([Number(new URL(sandbox.url).port), await freePort()])
    url = nginx.url
  }, 60_000)

  afterAll(async () => {
    await nginx?.stop()
    await sandbox?.stop()
  })

  it('accepts the configuration', () => {
    const { status, stderr } = spawnSync('/usr/sbin/nginx', ['-t', '-c', nginx.config], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('[warn]')])
  })

  it('accepts the files as they are in the folder of the distribution', () => {
    const folder = mkdtempSync(join(tmpdir(), 'nginx-files-'))
    cpSync(join(root, 'deploy/nginx'), join(folder, 'conf.d'), { recursive: true })
    const config = join(folder, 'nginx.conf')
    writeFileSync(config, `pid ${folder}/nginx.pid; events {} http { include conf.d/*.conf; }`)
    const { status, stderr } = spawnSync('/usr/sbin/nginx', ['-t', '-c', config, '-e', 'stderr'], {
      encoding: 'utf8',
    })
    rmSync(folder, { recursive: true })
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
