import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { expectGolden } from './support/golden.js'
import { useWorld, type World } from './support/world.js'

const use = useWorld()

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver that answers 500 at `/bad`, and at `/hostile` with what clears a screen. */
class Receiver {
  readonly received: Received[] = []
  readonly server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    this.received.push({ path: request.url ?? '', headers: request.headers, body })
    const problem = { '/bad': 'database is locked\nline 2', '/hostile': '\u001b[2Jgone' }[request.url ?? '']
    response.writeHead(problem ? 500 : 200).end(problem ?? 'ok')
  })
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }
  async listen(): Promise<this> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    return this
  }
}
let receiver: Receiver
afterEach(() => receiver.server.close())

/** Runs `listen` until it printed `count` webhooks, while `during` makes them. */
async function listenFor(
  world: World,
  args: readonly string[],
  count: number,
  during: () => Promise<void> = async () => {},
) {
  const stop = new AbortController()
  let begun: () => void = () => {}
  const isListening = new Promise<void>((resolve) => {
    begun = resolve
  })
  const called = world.callWhileTimePasses(['listen', ...args], {
    signal: stop.signal,
    onOutput(stdout, stderr) {
      if (stderr.includes('listening to')) begun()
      if ((stdout.match(/payment\.\w+/g)?.length ?? 0) >= count) stop.abort()
    },
  })
  await isListening
  await during()
  return called
}

/** Creates an order and simulates an action. @returns its id */
async function simulate(world: World, action: string): Promise<string> {
  const { harness, merchant: keys } = world
  const body = { amount: '25.00', currency: 'USDT', network: 'TRC20' }
  const { json } = await harness.call('POST', '/v1/orders', { body, keys })
  await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, { body: { action }, keys })
  return json.id
}

describe('listen', () => {
  it.each(['text', 'json'])('posts the exact bytes, and prints answers (%s)', async (mode) => {
    receiver = await new Receiver().listen()
    const { world } = use
    const args = ['--forward-to', `${receiver.url}/bad`, '--route', `payment.confirmed=${receiver.url}/good`]
    if (mode === 'json') args.push('--json')
    const called = await listenFor(world, args, 2, async () => {
      await simulate(world, 'expire')
      await simulate(world, 'pay')
    })
    await expectGolden(mode === 'json' ? 'listen.json.txt' : 'listen.txt', ['listen', ...args], called)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/bad', '/good'])
    for (const { headers, body } of receiver.received) {
      const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})/.exec(`${headers['x-merchant-signature']}`) ?? []
      const mac = createHmac('sha256', world.merchant.webhookSecret).update(`${t}.${body}`).digest('hex')
      expect([v1, headers['content-type']]).toEqual([mac, 'application/json'])
    }
  })

  it('follows some events only, and prints them without a receiver', async () => {
    receiver = await new Receiver().listen()
    const { world } = use
    const called = await listenFor(world, ['--events', 'payment.confirmed'], 1, async () => {
      await simulate(world, 'expire')
      await simulate(world, 'pay')
    })
    expect(called.stdout).toMatch(/^payment\.confirmed {2}ord_\w+ {2}wd_\w+\n$/)
  })

  it('continues after a restart: events in between arrive once', async () => {
    receiver = await new Receiver().listen()
    const { world } = use
    const args = ['--forward-to', `${receiver.url}/once`]
    const orders = [
      await listenFor(world, args, 1, async () => void (await simulate(world, 'expire'))),
      await simulate(world, 'expire'),
      await simulate(world, 'expire'),
    ]
    await world.harness.work()
    await listenFor(world, args, 2)
    const seen = receiver.received.map(
      ({ body }) => (JSON.parse(body) as { data: { order_id: string } }).data.order_id,
    )
    expect(new Set(seen).size).toBe(3)
    expect(seen.slice(1)).toEqual(orders.slice(1))
  })

  it('prints why a receiver gave no answer', async () => {
    receiver = await new Receiver().listen()
    const { url } = receiver
    receiver.server.close()
    const { world } = use
    const called = await listenFor(
      world,
      ['--forward-to', url],
      1,
      async () => void (await simulate(world, 'expire')),
    )
    expect(called.stdout).toMatch(/no answer {2}\d+ ms\n {4}connect ECONNREFUSED/)
  })

  it('escapes what an answer would do to the terminal', async () => {
    receiver = await new Receiver().listen()
    const { world } = use
    const args = ['--forward-to', `${receiver.url}/hostile`]
    const { stdout } = await listenFor(world, args, 1, async () => void (await simulate(world, 'expire')))
    expect(stdout).toContain('    \\u001b[2Jgone\n')
    expect(stdout).not.toContain('\u001b')
  })

  it.each([
    [['--events', 'payment.paid'], 'payment.paid is not an event'],
    [['--forward-to', 'localhost:3000'], '--forward-to takes a URL'],
    [['--since', 'an hour'], '--since takes a duration'],
  ])('refuses %s', async (args, message) => {
    receiver = await new Receiver().listen()
    const { code, stderr } = await use.world.call(['listen', ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})
