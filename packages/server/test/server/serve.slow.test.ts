import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { startChild } from '../support/server/child.js'
import { CLI } from '../support/server/cli.js'
import { temporaryFolder } from '../support/server/folder.js'

const ADA = { name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' }

const register = (url: string) =>
  fetch(`${url}/v1/merchants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADA),
  })

const run = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  })

describe('merchantpay-server', () => {
  it('stops on SIGTERM with exit code 0 and keeps its data', async () => {
    const env = { MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db` }
    const first = await startChild(env)
    expect((await register(first.url)).status).toBe(201)
    first.signal('SIGTERM')
    expect(await first.exited).toBe(0)
    const second = await startChild(env)
    expect((await register(second.url)).status).toBe(409)
  })

  it('ends open event streams when it stops', async () => {
    const env = { MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db` }
    const server = await startChild(env)
    const { MerchantPay } = await import('@merchantpay/sdk')
    const { api_key: key } = (await (await register(server.url)).json()) as {
      api_key: { key_id: string; secret: string }
    }
    const mp = new MerchantPay({ baseUrl: server.url, keyId: key.key_id, secret: key.secret })
    const order = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
    const stream = mp.orders.stream(order.id, { maxConsecutiveFailures: 1 })
    await stream.next()
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
    await expect(stream.next()).rejects.toMatchObject({ reason: 'reconnects_exhausted' })
  })

  it('refuses to be the second server on a SQLite database, exit 78', async () => {
    const env = { MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db` }
    await startChild(env)
    const { status, stderr } = run(['serve'], env)
    expect([status, stderr]).toEqual([78, expect.stringMatching(/^another server runs on /)])
  })

  it('names every faulty setting at once, exit 78', () => {
    const { status, stderr } = run(['serve'], {
      MERCHANTPAY_PORT: 'high',
      MERCHANTPAY_FEE_RATES: 'BASIC=2',
      MERCHANTPAY_REGISTRATON: 'open',
    })
    expect(status).toBe(78)
    expect(stderr).toContain('MERCHANTPAY_PORT: expected a whole number from 0 to 65535')
    expect(stderr).toContain('MERCHANTPAY_FEE_RATES: expected a fraction')
    expect(stderr).toContain(
      'MERCHANTPAY_REGISTRATON: unknown setting; did you mean MERCHANTPAY_REGISTRATION?',
    )
  })

  it('names the variables of Kubernetes Services that it skips, once', async () => {
    const env = { MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db` }
    const links = { MERCHANTPAY_SERVICE_HOST: '10.0.0.1', MERCHANTPAY_SERVICE_PORT: '80' }
    const server = await startChild({ ...env, ...links })
    const lines = server
      .log()
      .split('\n')
      .filter((line) => line.includes('MERCHANTPAY_SERVICE_HOST'))
    expect(lines.map((line) => (JSON.parse(line) as { names: unknown }).names)).toEqual([Object.keys(links)])
  })

  it('refuses a master key that did not encrypt its database, exit 78', async () => {
    const env = { MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db` }
    const server = await startChild(env)
    await register(server.url)
    server.signal('SIGTERM')
    await server.exited
    const { status, stderr } = run(['serve'], {
      ...env,
      MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    expect([status, stderr]).toEqual([
      78,
      'MERCHANTPAY_MASTER_KEY: not the key that encrypted the secrets of this database\n',
    ])
  })

  it('keeps secrets out of its log and its database', async () => {
    const folder = temporaryFolder()
    const env = { MERCHANTPAY_DATABASE_URL: `file:${folder}/books.db`, MERCHANTPAY_LOG_LEVEL: 'trace' }
    const server = await startChild(env)
    const answer = (await (await register(server.url)).json()) as {
      api_key: { secret: string }
      webhook_secret: string
    }
    server.signal('SIGTERM')
    await server.exited
    expect(server.log()).toContain('request completed')
    const files = readFileSync(`${folder}/books.db`, 'latin1')
    for (const secret of [answer.api_key.secret, answer.webhook_secret]) {
      expect(server.log()).not.toContain(secret)
      expect(files).not.toContain(secret)
    }
    expect(statSync(`${folder}/books.db.master-key`).mode & 0o777).toBe(0o600)
  })

  it('answers 503 with Retry-After while the database is locked, and recovers by itself', async () => {
    const file = `${temporaryFolder()}/books.db`
    const server = await startChild({ MERCHANTPAY_DATABASE_URL: `file:${file}` })
    const locker = new Database(file)
    locker.exec('BEGIN IMMEDIATE')
    const refused = await register(server.url)
    expect([refused.status, await refused.text()]).toEqual([503, '{"error":"service unavailable"}'])
    expect(refused.headers.get('retry-after')).toBe('1')
    locker.exec('ROLLBACK')
    locker.close()
    expect((await register(server.url)).status).toBe(201)
  })

  it('migrates, checks and prints its settings, and lists merchants', async () => {
    const env = { MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db` }
    expect(run(['migrate'], env).stdout).toContain('applied 0001-create-merchants.sql')
    expect(run(['migrate'], env).stdout).toBe('up to date\n')
    expect(run(['config', 'check'], env).stdout).toBe('ok\n')
    const masked = run(['config', 'print'], {
      ...env,
      MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    expect(masked.stdout).toContain('MERCHANTPAY_MASTER_KEY=********\n')
    const server = await startChild(env)
    await register(server.url)
    const [row] = run(['merchants', 'list', '--json'], env)
      .stdout.trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(row).toMatchObject({ platform_user_id: 'ada', status: 'PENDING_KYB' })
    expect(run(['merchants', 'activate', row.id], env).stdout).toContain(`${row.id} is ACTIVE\n`)
    expect(run(['merchants', 'activate', 'unknown'], env).status).toBe(1)
  }, 60_000)

  it('lists commands and settings with --help, and exits with 2 on an unknown command', () => {
    const help = execFileSync(process.execPath, [CLI, '--help'], { encoding: 'utf8' })
    expect(help).toContain('merchants suspend')
    expect(help).toContain('MERCHANTPAY_SANDBOX_BLOCK_MS')
    expect(run(['dance']).status).toBe(2)
  })
})
