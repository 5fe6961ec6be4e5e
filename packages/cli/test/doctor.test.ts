import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeCertificate } from '../../../test-support/net/certificate.js'
import { tlsProblem } from '../src/doctor/webhook-url.js'
import type { CallOptions } from './support/call.js'
import { useWorld } from './support/world.js'

const use = useWorld()

interface Finding {
  readonly code: string
  readonly message: string
  readonly cure?: string
}

/** The faults that the command finds. */
async function faultsOf(args: readonly string[], options: CallOptions = {}): Promise<Finding[]> {
  const { code, stdout } = await use.world.call(['doctor', '--json', ...args], options)
  const findings = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Finding)
  const faults = findings.filter((finding) => finding.code !== 'ok')
  expect(code).toBe(faults.length === 0 ? 0 : 1)
  return faults
}

interface Answer {
  readonly status: number
  readonly error: string
  readonly date?: string
}
const WITHOUT_KEY: Answer = { status: 401, error: 'missing authorization header' }

/** A service that answers calls without a key and signed ones as given; undefined breaks the connection. */
async function serviceThat(unsigned: Answer, signed: Answer | undefined): Promise<string> {
  const server = createServer((request, response) => {
    const answer = request.headers.authorization === undefined ? unsigned : signed
    if (!answer) return void request.socket.destroy()
    const { status, error, date } = answer
    response.sendDate = false
    response.writeHead(status, { 'content-type': 'application/json', ...(date && { date }) })
    response.end(JSON.stringify({ error }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A folder whose server has a SQLite driver without a binary. */
function folderWithoutBinary(): string {
  const folder = join(use.world.folder, 'without-binary')
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const bin = { 'merchantpay-server': './bin.js' }
  write('node_modules/@merchantpay/server/package.json', JSON.stringify({ version: '1.0.0', bin }))
  write('node_modules/better-sqlite3/package.json', JSON.stringify({ version: '12.0.0', main: 'index.js' }))
  write('node_modules/better-sqlite3/index.js', "throw new Error('Could not locate the bindings file')")
  return folder
}

describe('doctor', () => {
  it('finds no fault where there is none', () => use.world.golden('doctor', () => ['doctor']))

  it.each<[code: string, () => Promise<[readonly string[], CallOptions]>]>([
    ['node_version', async () => [[], { nodeVersion: 'v18.20.0' }]],
    ['sqlite_module', async () => [[], { cwd: folderWithoutBinary() }]],
    [
      'base_url_unreachable',
      async () => [[], { env: { ...use.world.env, MERCHANTPAY_BASE_URL: 'http://127.0.0.1:9' } }],
    ],
    [
      'base_url_wrong',
      async () => [
        [],
        { env: { ...use.world.env, MERCHANTPAY_BASE_URL: `${use.world.harness.server.url}/v1` } },
      ],
    ],
    [
      'key_refused',
      async () => [[], { env: { ...use.world.env, MERCHANTPAY_SECRET: `sk_test_${'a'.repeat(43)}` } }],
    ],
    [
      'environment_mismatch',
      async () => [[], { env: { ...use.world.env, MERCHANTPAY_KEY_ID: `mk_live_${'a'.repeat(24)}` } }],
    ],
    [
      'secret_spelling',
      async () => [
        [],
        { env: { ...use.world.env, WEBHOOK_SECRET: use.world.merchant.webhookSecret.slice(6) } },
      ],
    ],
    [
      'secret_spelling',
      async () => [
        [],
        {
          env: {
            ...use.world.env,
            WEBHOOK_SECRET: use.world.merchant.webhookSecret.slice(0, -1).concat(' ...'),
          },
        },
      ],
    ],
    ['webhook_url', async () => [['--webhook-url', 'http://shop.example/hooks'], {}]],
    ['webhook_dns', async () => [['--webhook-url', 'https://no-such-host.invalid/hooks'], {}]],
    ['webhook_private_address', async () => [['--webhook-url', 'https://10.1.2.3/hooks'], {}]],
    [
      'key_missing',
      async () => [[], { env: { ...use.world.home, MERCHANTPAY_BASE_URL: use.world.harness.server.url } }],
    ],
  ])('finds a planted %s and suggests a fix', async (code, plant) => {
    const [args, options] = await plant()
    const faults = await faultsOf(args, options)
    expect(faults.map((finding) => finding.code)).toEqual([code])
    expect(faults[0]?.cure).toMatch(/^[A-Z].*\.$/)
  })

  it('speaks of the secrets that are known, and of no other', async () => {
    const { home, merchant, env } = use.world
    const secretsOf = async (more: Record<string, string>) => {
      const { stdout } = await use.world.call(['doctor'], { env: { ...home, ...more } })
      return stdout.split('\n').filter((line) => line.includes('as the service shows'))
    }
    expect(await secretsOf({})).toEqual([])
    expect(await secretsOf({ WEBHOOK_SECRET: merchant.webhookSecret })).toEqual([
      'ok  the webhook secret is spelled as the service shows it; no secret of a key is known',
    ])
    const { WEBHOOK_SECRET: _, ...withoutWebhook } = env
    expect(await secretsOf(withoutWebhook)).toEqual([
      'ok  the secret of the key is spelled as the service shows it; no webhook secret is known',
    ])
  })

  it('finds a wrong clock', async () => {
    const late = { ...WITHOUT_KEY, date: new Date(Date.now() - 600_000).toUTCString() }
    const env = { ...use.world.env, MERCHANTPAY_BASE_URL: await serviceThat(late, late) }
    const [clock] = await faultsOf([], { env })
    expect(clock).toMatchObject({ code: 'clock_skew', message: expect.stringMatching(/60\d s ahead/) })
  })

  it.each<[code: string, unsigned: Answer, signed: Answer | undefined]>([
    ['base_url_unreachable', WITHOUT_KEY, undefined],
    ['clock_skew', WITHOUT_KEY, { status: 401, error: 'request timestamp too old' }],
    ['key_refused', WITHOUT_KEY, { status: 401, error: 'api key not found' }],
    ['key_refused', WITHOUT_KEY, { status: 403, error: 'forbidden' }],
    ['service_fault', WITHOUT_KEY, { status: 503, error: 'service unavailable' }],
    ['service_fault', WITHOUT_KEY, { status: 429, error: 'rate limit exceeded' }],
    ['service_fault', { status: 502, error: 'bad gateway' }, undefined],
  ])('tells faults of a call apart: %s after %o and %o', async (code, unsigned, signed) => {
    const env = { ...use.world.env, MERCHANTPAY_BASE_URL: await serviceThat(unsigned, signed) }
    const faults = await faultsOf([], { env })
    expect(faults.map((finding) => finding.code)).toEqual([code])
    expect(faults[0]?.cure).toMatch(/^[A-Z].*\.$/)
  })

  it('ends with 130 when it is interrupted', async () => {
    const signal = AbortSignal.abort()
    expect((await use.world.call(['doctor'], { signal })).code).toBe(130)
  })

  it('tells why a certificate is not accepted', async () => {
    const server = createTlsServer(await makeCertificate()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    expect(await tlsProblem('127.0.0.1', port)).toMatch(/self-signed|unable to verify/)
  })
})
