import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectGolden } from './support/golden.js'
import { useWorld } from './support/world.js'

const use = useWorld()
const BODY = '{"event":"payment.confirmed","data":{}}'

function signature(body: string, seconds = Math.floor(Date.now() / 1_000)): string {
  const mac = createHmac('sha256', use.world.merchant.webhookSecret)
    .update(`${seconds}.${body}`)
    .digest('hex')
  return `t=${seconds},v1=${mac}`
}
function saved(body: string): string {
  writeFileSync(join(use.world.folder, 'body.json'), body)
  return 'body.json'
}

describe('sign', () => {
  it('prints the header and the signed lines', () =>
    use.world.golden('sign', () => ['sign', 'get', '/v1/orders?limit=5', '--timestamp', '1795132800']))

  it('makes a header that the service accepts', async () => {
    const body = JSON.stringify({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
    const { stdout } = await use.world.call(['sign', 'POST', '/v1/orders', '--body-file', '-', '--json'], {
      stdin: body,
    })
    const { authorization } = JSON.parse(stdout) as { authorization: string }
    const answer = await fetch(`${use.world.harness.server.url}/v1/orders`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(201)
  })

  it.each([
    [['sign', 'GET', 'v1/orders'], 'the target is a path'],
    [['sign', 'GET', '/v1/orders', '--timestamp', '1795132800000'], 'Unix seconds'],
    [['sign', 'GET', '/v1/orders', '--body', 'a', '--body-file', 'b'], '--body or --body-file'],
  ])('refuses %s', async (args, message) => {
    const { code, stderr } = await use.world.call(args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})

describe('verify', () => {
  it('finds a webhook genuine', () =>
    use.world.golden('verify', () => ['verify', saved(BODY), '--signature', signature(BODY)]))

  it.each<[string, () => readonly [body: string, header: string], string]>([
    [
      'a body that was formatted',
      () => [JSON.stringify(JSON.parse(BODY), null, 2), signature(BODY)],
      'json_spaced',
    ],
    ['a line end that was added', () => [`${BODY}\n`, signature(BODY)], 'newline_at_end'],
    ['an old webhook', () => [BODY, signature(BODY, 1_700_000_000)], 'timestamp'],
  ])('explains %s', async (_, make, cause) => {
    const [body, header] = make()
    const { code, stdout } = await use.world.call(['verify', saved(body), '--signature', header])
    expect([code, stdout]).toEqual([1, expect.stringContaining(`not genuine  ${cause}`)])
  })

  it('accepts a webhook of any age where it is told so', async () => {
    const args = ['verify', saved(BODY), '--signature', signature(BODY, 1_700_000_000), '--any-age']
    expect((await use.world.call(args)).stdout).toBe('genuine\n')
  })

  it('names a header that is none, and a missing secret', async () => {
    const wrong = await use.world.call(['verify', saved(BODY), '--signature', 'v1=abc'])
    const { WEBHOOK_SECRET: _, ...env } = use.world.env
    const none = await use.world.call(['verify', saved(BODY), '--signature', signature(BODY)], { env })
    expect([wrong.code, none.code]).toEqual([1, 78])
  })
})

describe('proxy', () => {
  it.each(['text', 'json'])('a proxy signs the requests that pass through it (%s)', async (mode) => {
    const stop = new AbortController()
    let answered: Promise<Response> | undefined
    const args = ['proxy', '--port', '0', ...(mode === 'json' ? ['--json'] : [])]
    const called = await use.world.call(args, {
      signal: stop.signal,
      onOutput(stdout) {
        const url = /http:\/\/127\.0\.0\.1:\d+/.exec(stdout)?.[0]
        answered ??= fetch(`${url}/v1/merchants/me`).finally(() => stop.abort())
      },
    })
    expect((await answered)?.status).toBe(200)
    await expectGolden(mode === 'json' ? 'proxy.json.txt' : 'proxy.txt', args, called)
  })

  it('needs --yes to sign with a live key', async () => {
    const { keyId, secret } = await use.world.harness.liveKeys(use.world.merchant)
    const env = { ...use.world.env, MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret }
    const start = (...args: readonly string[]) => {
      const stop = new AbortController()
      const onOutput = () => stop.abort()
      return use.world.call(['proxy', '--port', '0', ...args], { env, signal: stop.signal, onOutput })
    }
    const { stdout, stderr } = await start()
    expect([stdout, stderr]).toEqual(['', expect.stringContaining('add --yes')])
    expect((await start('--yes')).stdout).toContain(`with ${keyId}`)
  })
})
