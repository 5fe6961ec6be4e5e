import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { useWorld } from './support/world.js'

const use = useWorld({ MERCHANTPAY_WEBHOOK_RETRY_DELAYS: '0,1,1,1,1,1' })
let endpoint: string

interface Listed {
  readonly id: string
  readonly status: string
  readonly redelivery_of: string | null
}
const list = async (...args: readonly string[]): Promise<Listed[]> => {
  const { stdout } = await use.world.call(['deliveries', 'list', '--json', ...args])
  return stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Listed)
}

// An endpoint on which nothing listens: its deliveries fail.
beforeAll(async () => {
  const { harness, merchant: keys } = use.world
  const body = { url: 'https://127.0.0.1:9443/hooks', events: ['payment.expired'] }
  endpoint = (await harness.call('POST', '/v1/webhooks', { body, keys })).json.id
  const order = { amount: '25.00', currency: 'USDT', network: 'TRC20' }
  const { json } = await harness.call('POST', '/v1/orders', { body: order, keys })
  await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, {
    body: { action: 'expire' },
    keys,
  })
  await harness.pass(10_000)
})

describe('deliveries', () => {
  it('are listed', async () => {
    await use.world.golden('deliveries-list', () => ['deliveries', 'list', '--status', 'FAILED'])
    expect(await list('--event', 'payment.confirmed')).toEqual([])
    expect(await list('--endpoint', endpoint, '--limit', '1')).toHaveLength(1)
  })

  it('are not those that only listen got, and both commands say so', async () => {
    const { stdout, stderr } = await use.world.call(['deliveries', 'list', '--event', 'payment.confirmed'])
    expect([stdout, stderr]).toEqual([
      'none\n',
      expect.stringContaining('A webhook that only listen got is not listed'),
    ])
    const id = `wd_${'0'.repeat(32)}`
    const shown = await use.world.call(['deliveries', 'show', id])
    expect([shown.code, shown.stderr]).toEqual([
      1,
      expect.stringContaining(`merchantpay deliveries resend ${id} sends it again`),
    ])
  })

  it('are shown', () =>
    use.world.golden('deliveries-show', async () => ['deliveries', 'show', (await list())[0]?.id ?? '']))

  it('deliveries that failed are sent again once', async () => {
    const failed = await list('--status', 'FAILED')
    const dryRun = await use.world.call([
      'deliveries',
      'resend',
      '--failed',
      '--since',
      '9000d',
      '--dry-run',
      '--json',
    ])
    expect(JSON.parse(dryRun.stdout)).toMatchObject({ id: failed[0]?.id })
    expect(await list()).toHaveLength(failed.length)
    const sent = await use.world.call(['deliveries', 'resend', '--failed', '--since', '9000d', '--json'])
    expect(JSON.parse(sent.stdout)).toMatchObject({ redelivery_of: failed[0]?.id })
    const again = await use.world.call(['deliveries', 'resend', '--failed', '--since', '9000d'])
    expect(again.stdout).toBe('none\n')
  })

  it('deliveries that failed are listed with a live key that was not confirmed, and not sent', async () => {
    const { keyId, secret } = await use.world.harness.liveKeys(use.world.merchant)
    const env = { ...use.world.env, MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret }
    const resend = ['deliveries', 'resend', '--failed']
    expect(await use.world.call([...resend, '--dry-run'], { env })).toMatchObject({
      code: 0,
      stdout: 'none\n',
    })
    expect(await use.world.call(resend, { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('add --yes'),
    })
  })

  it('deliveries that failed are found behind a thousand that arrived, and printed while more are sent', async () => {
    const { env, stop, sent } = await serviceWithDeliveries(1_200)
    let printed = ''
    const { code, stderr } = await use.world.call(['deliveries', 'resend', '--failed'], {
      env: { ...use.world.env, ...env },
      signal: stop.signal,
      onOutput(stdout) {
        printed = stdout
        stop.abort()
      },
    })
    expect([code, stderr]).toEqual([130, ''])
    expect(sent).toEqual(['wd_1200'])
    expect(printed).toBe('wd_again  payment.expired  repeats wd_1200\n')
  })

  it('deliveries of one id are looked for by that id, not in the lists of all endpoints', async () => {
    const { env, asked } = await serviceWithDelivery('wd_7', 'wh_2')
    const show = ['deliveries', 'show', 'wd_7', '--json']
    const { code, stdout } = await use.world.call(show, { env: { ...use.world.env, ...env } })
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { id: 'wd_7', webhook_id: 'wh_2' }])
    const paths = ['wh_1', 'wh_2'].map((endpoint) => `/v1/webhooks/${endpoint}/deliveries/wd_7`)
    expect(asked).toEqual(['/v1/webhooks', ...paths])
  })

  it('deliveries of one id are sent again', () =>
    use.world.golden('deliveries-resend', async () => ['deliveries', 'resend', (await list())[0]?.id ?? '']))

  it('deliveries that no endpoint got go to the stream alone', async () => {
    const { stdout } = await use.world.callWhileTimePasses(['trigger', 'payment.confirmed', '--json'])
    const { delivery_id } = JSON.parse(stdout) as { delivery_id: string }
    const { code, stdout: resent } = await use.world.call(['deliveries', 'resend', delivery_id, '--json'])
    expect([code, JSON.parse(resent)]).toMatchObject([0, { event_type: 'payment.confirmed' }])
  })

  it.each([
    [['deliveries', 'resend'], 2, 'name a delivery, or give --failed'],
    [['deliveries', 'resend', 'wd_1', '--dry-run'], 2, '--dry-run belongs to --failed'],
    [['deliveries', 'show', `wd_${'0'.repeat(32)}`], 1, 'no endpoint has a delivery'],
  ])('refuse %s', async (args, expected, message) => {
    const { code, stderr } = await use.world.call(args)
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)])
  })
})

/** A service with three endpoints, one of which has a delivery. */
async function serviceWithDelivery(id: string, endpoint: string) {
  const asked: (string | undefined)[] = []
  const answers: Readonly<Record<string, unknown>> = {
    '/v1/webhooks': ['wh_1', 'wh_2', 'wh_3'].map((each) => ({ id: each })),
    [`/v1/webhooks/${endpoint}/deliveries/${id}`]: { id, webhook_id: endpoint, attempt_log: [] },
  }
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const answer = answers[url]
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error: 'delivery not found' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return {
    env: { MERCHANTPAY_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    asked,
  }
}

/** A service with an endpoint whose oldest two deliveries failed. */
async function serviceWithDeliveries(count: number) {
  const PAGE = 100
  const sent: (string | undefined)[] = []
  const deliveryAt = (at: number) => ({
    ...{ id: `wd_${at}`, webhook_id: 'wh_1', redelivery_of: null, event_type: 'payment.expired' },
    ...{
      status: at > count - 2 ? 'FAILED' : 'DELIVERED',
      created_at: new Date(Date.now() - at).toISOString(),
    },
  })
  const pageAt = (from: number) => ({
    deliveries: Array.from({ length: PAGE }, (_, at) => deliveryAt(from + at + 1)),
    ...{
      total: count,
      next: from + PAGE < count ? `/v1/webhooks/wh_1/deliveries?cursor=${from + PAGE}` : null,
    },
  })
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const answer = (body: unknown) => {
      response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (pathname === '/v1/webhooks') return answer([{ id: 'wh_1' }])
    const [, id] = /deliveries\/(\w+)/.exec(pathname) ?? []
    if (id === undefined) return answer(pageAt(Number(searchParams.get('cursor') ?? 0)))
    sent.push(id)
    return answer({ ...deliveryAt(0), id: 'wd_again', redelivery_of: id })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const port = (server.address() as AddressInfo).port
  return { env: { MERCHANTPAY_BASE_URL: `http://127.0.0.1:${port}` }, sent, stop: new AbortController() }
}
