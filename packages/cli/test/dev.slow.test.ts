/** The packed packages in a folder of their own: `dev` twice, and `listen` killed and restarted beside it. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../test-support/net/free-port.js'
import { expectGolden } from './support/golden.js'
import { Installation, type Running } from './support/installation.js'

const RUN_MS = 240_000
let installation: Installation
let dev: Running
let port: number

beforeAll(async () => {
  installation = await Installation.open()
  port = await freePort()
  dev = installation.start(['dev', '--port', `${port}`])
  await dev.printed(/Ctrl-C/)
}, RUN_MS)
afterAll(() => installation?.close(), RUN_MS)

const fileOf = (name: string) => join(installation.folder, name)
const merchant = () => parseEnv(readFileSync(fileOf('.env.merchantpay'), 'utf8'))

describe('dev', { timeout: RUN_MS }, () => {
  it('prints a signed curl line that works as it stands, without running its file, and no secret', () => {
    const line = /^\(v\(\).*$/m.exec(dev.stdout)?.[0] ?? ''
    appendFileSync(fileOf('.env.merchantpay'), 'NOTE=$(touch planted)\n')
    const answer = execFileSync('/bin/sh', ['-c', line], { cwd: installation.folder, encoding: 'utf8' })
    expect(JSON.parse(answer)).toMatchObject({ status: 'PENDING_KYB', environment: 'test' })
    expect(existsSync(fileOf('planted'))).toBe(false)
    for (const name of ['MERCHANTPAY_SECRET', 'WEBHOOK_SECRET'])
      expect(dev.stdout).not.toContain(merchant()[name])
  })

  it('writes its files for the user only', () => {
    for (const name of ['.env.merchantpay', '.merchantpay/dev.json'])
      expect(statSync(fileOf(name)).mode & 0o777).toBe(0o600)
  })

  it('prints secrets and links that sign in to console and dashboard with --reveal', async () => {
    await dev.stop()
    dev = installation.start(['dev', '--reveal', '--json'])
    await dev.printed(/\n/)
    const { secret, console_url, dashboard_url } = JSON.parse(dev.stdout) as Record<string, string>
    expect(secret).toBe(merchant().MERCHANTPAY_SECRET)
    for (const link of [console_url, dashboard_url]) {
      expect(link).toContain('/sign-in/')
      expect((await fetch(`${link}`)).status).toBe(200)
    }
    await dev.stop()
    dev = installation.start(['dev'])
    await dev.printed(/Ctrl-C/)
  })

  it('keeps its merchant and its data at the second start', async () => {
    const before = merchant()
    const created = await installation.call([
      'orders',
      'create',
      '--amount',
      '25',
      '--network',
      'TRC20',
      '--json',
    ])
    await expectGolden('dev.txt', ['dev'], await dev.stop())
    dev = installation.start(['dev', '--json'])
    await dev.printed(/\n/)
    expect(merchant()).toEqual(before)
    const again = await installation.call([
      'orders',
      'get',
      (JSON.parse(created.stdout) as { id: string }).id,
    ])
    expect(again.code).toBe(0)
  })

  it('ends its server when it is killed', async () => {
    const { pid } = JSON.parse(readFileSync(fileOf('.merchantpay/dev.json'), 'utf8')) as { pid: number }
    await dev.stop('SIGKILL')
    const isRunning = () => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    await vi.waitFor(() => expect(isRunning()).toBe(false), { timeout: RUN_MS })
    dev = installation.start(['dev', '--json'])
    await dev.printed(/\n/)
  })

  it('reports the server that runs already, with links that sign in', async () => {
    const again = await installation.call(['dev', '--reveal'])
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('of this folder runs already') })
    expect(again.stdout).toContain(`listens on http://127.0.0.1:${port}\n`)
    const [link] = /http:\S+\/console\/sign-in\/\S+/.exec(again.stdout) ?? []
    expect((await fetch(`${link}`)).status).toBe(200)
    const signedIn = await fetch(`${link}`, { method: 'POST', redirect: 'manual' })
    const cookie = `${signedIn.headers.getSetCookie()[0]?.split(';')[0]}`
    const page = await fetch(new URL('/console', link), { headers: { cookie } })
    // The developer is the operator, too.
    expect(await page.text()).toContain('admin, until ')
  })

  it('prints one document with --json', async () => {
    await expectGolden('dev.json.txt', ['dev', '--json'], await dev.stop())
  })

  it('names commands that work where npx runs it', async () => {
    dev = installation.start(['dev'], { npm_command: 'exec' })
    await dev.printed(/Ctrl-C/)
    expect(dev.stdout).toContain('  npx @merchantpay/cli trigger payment.confirmed\n')
  })

  it('says what waits for the operator, and where', async () => {
    const args = ['trigger', 'withdrawal.completed', '--set', 'amount=100000']
    expect(await installation.call(args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('/console/withdrawals?env=test (sign in: merchantpay dev --reveal)'),
    })
    await dev.printed(/attention needed: a withdrawal of .* waits for a decision: .*, see http:.*\/console\n/)
  })

  it('warns of secrets that a commit would take', async () => {
    await dev.stop()
    execFileSync('git', ['init', '--quiet'], { cwd: installation.folder })
    dev = installation.start(['dev'])
    await dev.printed(/Ctrl-C/)
    expect(dev.stderr).toContain('.env.merchantpay has secrets and git does not ignore it here')
    await dev.stop()
    writeFileSync(fileOf('.gitignore'), '.env*\n')
    dev = installation.start(['dev'])
    await dev.printed(/Ctrl-C/)
    expect(dev.stderr).toBe('')
  })
})

describe('clock', { timeout: RUN_MS }, () => {
  it('lets an order expire, and a server without such a clock refuses its data', async () => {
    const create = ['orders', 'create', '--amount', '25', '--network', 'TRC20', '--json']
    const { id } = JSON.parse((await installation.call(create)).stdout) as { id: string }
    expect((await installation.call(['clock', 'advance', '31m'])).code).toBe(0)
    expect((await installation.call(['orders', 'wait', id])).code).toBe(10)
    await dev.stop()
    const server = fileOf('node_modules/@merchantpay/server/bin/merchantpay-server.js')
    const { status, stderr } = spawnSync(process.execPath, [server, 'serve'], {
      env: {
        MERCHANTPAY_DATABASE_URL: `file:${fileOf('.merchantpay/merchantpay.db')}`,
        MERCHANTPAY_PORT: '0',
      },
      encoding: 'utf8',
      timeout: RUN_MS,
    })
    expect([status, stderr]).toEqual([78, expect.stringContaining('MERCHANTPAY_MOVABLE_CLOCK')])
    dev = installation.start(['dev'])
    await dev.printed(/Ctrl-C/)
  })
})

describe('listen', { timeout: RUN_MS }, () => {
  it('killed and restarted forwards each of three events once, byte for byte', async () => {
    const received: { id: string; isGenuine: boolean }[] = []
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += chunk
      const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})/.exec(`${request.headers['x-merchant-signature']}`) ?? []
      const mac = createHmac('sha256', `${merchant().WEBHOOK_SECRET}`).update(`${t}.${body}`).digest('hex')
      received.push({
        id: (JSON.parse(body) as { data: { order_id: string } }).data.order_id,
        isGenuine: v1 === mac,
      })
      response.end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const listen = async () => {
      const listener = installation.start(['listen', '--forward-to', url])
      await listener.printed(/listening to/)
      return listener
    }
    const expireOne = async () => {
      const create = ['orders', 'create', '--amount', '25', '--network', 'TRC20', '--json']
      const { id } = JSON.parse((await installation.call(create)).stdout) as { id: string }
      expect((await installation.call(['orders', 'expire', id])).code).toBe(0)
      return id
    }
    try {
      const first = await listen()
      const ids = [await expireOne()]
      await first.printed(/payment\.expired/)
      await first.stop('SIGKILL')
      ids.push(await expireOne())
      const second = await listen()
      ids.push(await expireOne())
      await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(3), { timeout: RUN_MS })
      await second.stop()
      const third = await listen()
      await third.stop()
      expect(received).toEqual(ids.map((id) => ({ id, isGenuine: true })))
    } finally {
      receiver.close()
    }
  })
})
