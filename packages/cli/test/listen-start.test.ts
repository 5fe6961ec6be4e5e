/** Where `listen` begins: where it ended, at the present time of the service, or before that with `--since`. */
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { call } from './support/call.js'
import { OPERATOR_TOKEN, useWorld } from './support/world.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const use = useWorld({ MERCHANTPAY_MOVABLE_CLOCK: 'on' })

// As dev leaves it. The business time of this server is that of its test.
beforeAll(() => {
  const folder = join(use.world.folder, '.merchantpay')
  mkdirSync(folder)
  const state = { url: use.world.harness.server.url, operator_token: OPERATOR_TOKEN }
  writeFileSync(join(folder, 'dev.json'), JSON.stringify(state))
})
beforeEach(() => use.world.changeMerchant())

/** Lets an order expire. @returns its number */
async function expireOne(): Promise<string> {
  const create = ['orders', 'create', '--amount', '25', '--network', 'TRC20', '--json']
  const { id, order_number } = JSON.parse((await use.world.call(create)).stdout)
  expect((await use.world.call(['orders', 'expire', id])).code).toBe(0)
  await use.world.harness.pass(MINUTE_MS, MINUTE_MS)
  return order_number
}

/** Runs `listen` until it printed `count` webhooks; with none until it listens. @returns the numbers of their orders */
async function listenFor(count: number, ...args: readonly string[]): Promise<string[]> {
  const stop = new AbortController()
  const { stdout, code } = await use.world.callWhileTimePasses(['listen', '--json', ...args], {
    signal: stop.signal,
    onOutput(printed, notes) {
      if (notes.includes('listening to') && printed.split('\n').length > count) stop.abort()
    },
  })
  expect(code).toBe(0)
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { subject: string }).subject)
}

describe('listen', () => {
  it('begins at the time of the service, and misses nothing after a stop without a webhook', async () => {
    await expireOne()
    expect(await listenFor(0)).toEqual([])
    const [first, second] = [await expireOne(), await expireOne()]
    expect(await listenFor(2)).toEqual([first, second])
  })

  it('forwards again with --since what it forwarded before', async () => {
    await listenFor(0)
    const early = await expireOne()
    await use.world.harness.pass(2 * HOUR_MS, HOUR_MS)
    const late = await expireOne()
    expect(await listenFor(2)).toEqual([early, late])
    expect(await listenFor(1, '--since', '1h')).toEqual([late])
    expect(await listenFor(2, '--since', '1d')).toEqual([early, late])
    const last = await expireOne()
    expect(await listenFor(1)).toEqual([last])
  })

  it('stores its position before it prints a line, so that a kill after the line repeats nothing', async () => {
    await listenFor(0)
    await expireOne()
    const stop = new AbortController()
    const stored: string[] = []
    const folder = join(use.world.home.XDG_STATE_HOME ?? '', 'merchantpay')
    const { stdout } = await use.world.callWhileTimePasses(['listen', '--json'], {
      signal: stop.signal,
      onOutput(printed) {
        if (printed === '') return
        for (const file of readdirSync(folder)) stored.push(readFileSync(join(folder, file), 'utf8'))
        stop.abort()
      },
    })
    const { delivery_id } = JSON.parse(stdout) as { delivery_id: string }
    expect(stored.join('')).toContain(delivery_id)
  })

  it('refuses to begin more than a day ago', async () => {
    const { code, stderr } = await use.world.call(['listen', '--since', '25h'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--since takes 1d at most')])
  })
})

/** A service whose clock says something else than that of this machine. Its stream sends one webhook. */
async function serviceAt(clock: { now: number }) {
  const asked: (string | undefined)[] = []
  const answer = (response: ServerResponse, type: string) => {
    response.sendDate = false
    response.writeHead(200, { date: new Date(clock.now).toUTCString(), 'content-type': type })
  }
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/events')) {
      asked.push(`${request.headers['last-event-id']}`)
      answer(response, 'text/event-stream')
      const body = JSON.stringify({ data: { order_number: 'ord_A' } })
      const delivery = { delivery_id: `wd_${asked.length}`, event_type: 'payment.expired', headers: {}, body }
      response.write(`id: ${clock.now}-a-1\ndata: ${JSON.stringify(delivery)}\n\n`)
    } else {
      answer(response, 'application/json')
      response.end('{"id":"11111111-1111-4111-8111-111111111111"}')
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const listen = async (...args: readonly string[]) => {
    const stop = new AbortController()
    const env = { ...use.world.env, MERCHANTPAY_BASE_URL: url }
    const onOutput = (stdout: string) => void (stdout.includes('\n') && stop.abort())
    return call(['listen', ...args], { env, cwd: use.world.folder, signal: stop.signal, onOutput })
  }
  return { asked, listen, server, url }
}

describe('listen at a service with another clock', () => {
  it('begins at its time', async () => {
    const now = Date.UTC(2026, 0, 1)
    const { asked, listen } = await serviceAt({ now })
    await listen()
    await listen('--since', '2h')
    expect(asked).toEqual([`${now}`, `${now - 2 * HOUR_MS}`])
  })

  it('says where webhooks may be missing', async () => {
    const clock = { now: Date.UTC(2026, 0, 1) }
    const { listen } = await serviceAt(clock)
    const without = await listen()
    clock.now += 25 * HOUR_MS
    const { stderr } = await listen()
    expect([without.stderr, stderr]).toEqual([
      expect.not.stringContaining('missing'),
      expect.stringContaining('webhooks may be missing here'),
    ])
  })
  it('says once that the service is gone, and that it is back', async () => {
    const { server, url } = await serviceAt({ now: Date.now() })
    const port = Number(new URL(url).port)
    const stop = new AbortController()
    let isGone = false
    const { stderr } = await call(['listen'], {
      env: { ...use.world.env, MERCHANTPAY_BASE_URL: url },
      cwd: use.world.folder,
      signal: stop.signal,
      onOutput(stdout, notes) {
        if (notes.includes('is back')) stop.abort()
        else if (notes.includes('trying again')) server.listening || server.listen(port, '127.0.0.1')
        else if (stdout.includes('\n') && !isGone) {
          isGone = true
          server.close().closeAllConnections()
        }
      },
    })
    expect(stderr).toMatch(/cannot be reached \(ECONNREFUSED\): trying again\n.* is back\n$/)
  })
})
