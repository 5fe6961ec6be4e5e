/** The repeats of webhooks that a receiver refuses. */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createVerifier } from '@merchantpay/webhook-verify'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { CallOptions } from './support/call.js'
import { OPERATOR_TOKEN, useWorld } from './support/world.js'

const use = useWorld({ MERCHANTPAY_MOVABLE_CLOCK: 'on' })

// As dev leaves it.
beforeAll(() => {
  const folder = join(use.world.folder, '.merchantpay')
  mkdirSync(folder)
  const state = { url: use.world.harness.server.url, operator_token: OPERATOR_TOKEN }
  writeFileSync(join(folder, 'dev.json'), JSON.stringify(state))
})

/** A receiver that gives one answer after the other, then the last one. */
async function receiverThat(...answers: readonly number[]) {
  const attempts: { readonly attempt: string; readonly body: string; readonly isGenuine: boolean }[] = []
  const verifier = createVerifier({ secrets: use.world.merchant.webhookSecret })
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const isGenuine = verifier.verify(body, request.headers).known
    attempts.push({ attempt: `${request.headers['x-webhook-attempt']}`, body: `${body}`, isGenuine })
    response.writeHead(answers[attempts.length - 1] ?? answers.at(-1) ?? 200).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return { attempts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

/** A `listen` that runs. */
async function listenTo(url: string, options: CallOptions = {}) {
  const stop = new AbortController()
  let printed = ''
  let wake: () => void = () => {}
  const ended = use.world.call(['listen', '--json', '--forward-to', url], {
    ...options,
    signal: stop.signal,
    onOutput(stdout, stderr) {
      printed = stdout + stderr
      wake()
    },
  })
  const until = async (pattern: RegExp) => {
    while (!pattern.test(printed))
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  await until(/listening to/)
  return {
    until,
    async stop() {
      stop.abort()
      return (await ended).stdout
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    },
  }
}

async function expireOne(): Promise<void> {
  const create = ['orders', 'create', '--amount', '25', '--network', 'TRC20', '--json']
  const { id } = JSON.parse((await use.world.call(create)).stdout) as { id: string }
  expect((await use.world.call(['orders', 'expire', id])).code).toBe(0)
  await use.world.harness.work()
}

const localDeliveries = async (...args: readonly string[]) =>
  (await use.world.call(['deliveries', 'list', '--local', '--json', ...args])).stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('a webhook that its receiver refuses', () => {
  it('is forwarded again on the schedule of the service, which clock advance shortens, also after a restart', async () => {
    const { attempts, url } = await receiverThat(500, 503, 200)
    const first = await listenTo(url)
    await expireOne()
    await first.until(/"attempts":1/)
    const [refused] = await first.stop()
    expect(await localDeliveries('--status', 'PENDING')).toEqual([
      {
        id: refused.delivery_id,
        event: 'payment.expired',
        status: 'PENDING',
        attempts: 1,
        last_error: 'HTTP 500',
        next_attempt_at: refused.next_attempt_at,
        url,
      },
    ])

    const second = await listenTo(url)
    await use.world.call(['clock', 'advance', '1m'])
    await second.until(/"attempts":2/)
    await use.world.call(['clock', 'advance', '5m'])
    await second.until(/"status":200/)
    await second.stop()

    expect(attempts.map(({ attempt, isGenuine }) => [attempt, isGenuine])).toEqual([
      ['1', true],
      ['2', true],
      ['3', true],
    ])
    expect(new Set(attempts.map(({ body }) => body)).size).toBe(1)
    expect(await localDeliveries()).toEqual([])
  })

  it('is FAILED after the last attempt, and not repeated without a webhook secret', async () => {
    const { url } = await receiverThat(500)
    const { WEBHOOK_SECRET: _, ...env } = use.world.env
    const without = await listenTo(url, { env })
    await expireOne()
    await without.until(/"status":500/)
    expect((await without.stop())[0]).not.toHaveProperty('attempts')
    expect(await localDeliveries()).toEqual([])

    const listener = await listenTo(url)
    await expireOne()
    const waits = ['1m', '5m', '30m', '2h', '1d']
    for (const [at, wait] of waits.entries()) {
      await listener.until(new RegExp(`"attempts":${at + 1}`))
      await use.world.call(['clock', 'advance', wait])
    }
    await listener.until(/"attempts":6/)
    await listener.stop()
    const [failed, ...others] = await localDeliveries()
    expect(others).toEqual([])
    expect(failed).toMatchObject({ status: 'FAILED', attempts: 6, next_attempt_at: null })
    const resent = await use.world.call(['deliveries', 'resend', '--failed'])
    expect([resent.stdout, resent.stderr]).toEqual([
      'none\n',
      expect.stringContaining('deliveries list --local'),
    ])
  })

  it('is FAILED at once after 410, as the service ends its delivery', async () => {
    const { url } = await receiverThat(410)
    const listener = await listenTo(url)
    await expireOne()
    await listener.until(/"status":410/)
    expect((await listener.stop())[0]).toMatchObject({ attempts: 1, next_attempt_at: null })
    const found = (await localDeliveries('--status', 'FAILED')).filter((each) => each.url === url)
    expect(found).toMatchObject([{ attempts: 1, last_error: 'HTTP 410' }])
  })

  it('is listed no longer once a repeat that was asked for is accepted, nor for another merchant, nor after a week', async () => {
    const { url } = await receiverThat(410, 200, 410)
    await use.world.call(['clock', 'advance', '1m']) // past the events of other tests
    const listener = await listenTo(url)
    await expireOne()
    await listener.until(/"status":410/)
    const ofReceiver = async () => (await localDeliveries()).filter((each) => each.url === url)
    const [failed] = await ofReceiver()
    expect((await use.world.call(['deliveries', 'resend', `${failed?.id}`])).code).toBe(0)
    await listener.until(/"status":200/)
    await expireOne()
    await listener.until(/"status":410.*"status":200.*"status":410/s)
    await listener.stop()
    expect(await ofReceiver()).toMatchObject([{ attempts: 1, last_error: 'HTTP 410' }])

    const { keyId, secret } = await use.world.harness.register()
    const env = { ...use.world.env, MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret }
    const other = await use.world.call(['deliveries', 'list', '--local'], { env })
    expect([other.stdout, other.stderr]).toEqual(['none\n', ''])

    await use.world.call(['clock', 'advance', '7d'])
    expect(await ofReceiver()).toMatchObject([{ attempts: 1 }])
    await use.world.call(['clock', 'advance', '1m'])
    expect(await localDeliveries()).toEqual([])
  })

  it('is not repeated with a webhook secret of another form, which ends nothing', async () => {
    const { url } = await receiverThat(500)
    const env = { ...use.world.env, WEBHOOK_SECRET: 'of another project' }
    const listener = await listenTo(url, { env })
    await listener.until(/WEBHOOK_SECRET is not like whsec_/)
    await expireOne()
    await listener.until(/"status":500/)
    expect((await listener.stop())[0]).not.toHaveProperty('attempts')
  })

  it.each([
    ['--endpoint', 'wh_1'],
    ['--since', '1d'],
  ])('is listed without %s', async (...args) => {
    const { code, stderr } = await use.world.call(['deliveries', 'list', '--local', ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining('leave it out with --local')])
  })
})
