import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { MerchantPay } from '../../src/client.js'
import type { ClientOptions, Fetch } from '../../src/options.js'
import { commonJs, esModule } from '../support/builds.js'
import { KEY_ID, SECRET } from '../support/keys.js'
import { rejection } from '../support/loopback.js'
import { requireNoRefusal, runLimiter } from '../support/proof/limiter-runs.js'
import { WINDOW_MS } from '../support/proof/request-counter.js'
import { VirtualClock } from '../support/virtual-clock.js'

const FOREVER = { timeoutMs: Number.POSITIVE_INFINITY, deadlineMs: Number.POSITIVE_INFINITY }

/** A client in virtual time whose requests are answered after `ms`, and what it sent. */
function timed(ms: number, options: ClientOptions = {}) {
  const clock = new VirtualClock()
  const sent: { method: string; target: string; at: number }[] = []
  const fetch = async (url: string, { method = '' }: RequestInit) => {
    const { origin } = new URL(url)
    sent.push({ method, target: url.slice(origin.length), at: clock.monotonic() })
    await clock.sleep(ms)
    return new Response('{"orders":[{"id":"o1"}],"total":2}')
  }
  const all = {
    baseUrl: 'https://pay.example',
    keyId: KEY_ID,
    secret: SECRET,
    fetch,
    clock,
    ...options,
  }
  return { mp: new MerchantPay(all), clock, sent, options: all, answer: fetch }
}

describe('200 calls', () => {
  it('meet no 429, however the server counts and the network behaves, and are done in time', async () => {
    await requireNoRefusal(Date.now() % 1e9, 2)
  })

  it.each(['anchored', 'aligned', 'sliding'] as const)(
    '200 calls of two clients, an ES module and a CommonJS one meet no 429 on one key that is counted %s',
    async (counting) => {
      const { refused, sent } = await runLimiter(counting, 'burst', 1, (options) => [
        new esModule.MerchantPay(options),
        new commonJs.MerchantPay(options),
        new esModule.MerchantPay({ ...options, baseUrl: 'https://pay.example/' }),
      ])
      expect([refused, sent]).toEqual([0, 200])
    },
  )
})

describe('a limit of three in ten seconds', () => {
  const rateLimit = { limit: 3, windowMs: 10_000 }

  it('is counted for each key apart', async () => {
    const { mp, options, clock, sent } = timed(10, { rateLimit })
    const other = new MerchantPay({ ...options, keyId: KEY_ID.replace('0', '1') })
    const calls = [mp, mp, mp, other, other, other].map((client) => client.orders.get('o1'))
    await clock.run(Promise.all(calls))
    expect(sent.map(({ at }) => at)).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('lets a write overtake the reads that wait, and keeps the order among equals', async () => {
    const { mp, clock, sent } = timed(10, { rateLimit, ...FOREVER })
    const calls: PromiseLike<unknown>[] = Array.from({ length: 7 }, () => mp.orders.get('o1'))
    calls.push(mp.apiKeys.create({ environment: 'test' }))
    await clock.run(Promise.all(calls))
    expect(sent.map(({ method }) => method)).toEqual([
      'GET',
      'GET',
      'GET',
      'POST',
      'GET',
      'GET',
      'GET',
      'GET',
    ])
    expect(sent[3]?.at).toBeGreaterThanOrEqual(10_000)
  })

  it('lets reads go before later pages of a list, and writes before both, in any order of arrival', async () => {
    const { mp, clock, sent } = timed(10, { rateLimit, ...FOREVER })
    const pages = mp.orders.list({ limit: 1 }).pages()
    await clock.run(Promise.all([pages.next(), mp.orders.get('o1'), mp.orders.get('o1')]))
    const waiting = [pages.next(), mp.orders.get('o2'), mp.apiKeys.create({ environment: 'test' })]
    await clock.advance(1_000)
    expect([sent.length, mp.rateLimit?.queued]).toEqual([3, 3])
    await clock.run(Promise.all(waiting))
    expect(sent.slice(3).map(({ target }) => target)).toEqual([
      '/v1/merchants/api-keys',
      '/v1/orders/o2',
      '/v1/orders?limit=1&offset=1',
    ])
  })

  it('lets a stream open as a read, and reconnect after every other call', async () => {
    const { options, clock, sent } = timed(10)
    const refusal = () =>
      new Response('{"error":"rate limit exceeded"}', { status: 429, headers: { 'retry-after': '1' } })
    const fetch: Fetch = async (url, { method = '' }) => {
      const { origin } = new URL(url)
      sent.push({ method, target: url.slice(origin.length), at: clock.monotonic() })
      return url.endsWith('/events') ? refusal() : new Response('{"orders":[{"id":"o1"}],"total":3}')
    }
    const mp = new MerchantPay({ ...options, ...FOREVER, fetch, rateLimit })
    const pages = mp.orders.list({ limit: 1 }).pages()
    await clock.run(Promise.all([pages.next(), mp.orders.get('o1'), mp.orders.get('o1')]))
    const stream = mp.orders.stream('o1')
    const waiting = [pages.next(), stream.next().catch(() => {})]
    await clock.advance(11_000) // the stream opens before the page that has waited longer, and is refused
    await clock.run(Promise.all([mp.orders.get('o2'), mp.orders.get('o3'), mp.orders.get('o4'), waiting[0]]))
    await clock.advance(30_000)
    await stream.return?.()
    const targets = sent.map(({ target }) => target)
    expect(targets[3]).toBe('/v1/orders/o1/events')
    const second = targets.indexOf('/v1/orders/o1/events', 4)
    expect(second).toBeGreaterThan(targets.indexOf('/v1/orders/o4'))
    expect(mp.rateLimit?.blockedForMs).toBe(0) // a refused stream says nothing about other requests
  })

  it('gives a later page of a list the slot that reads have left', async () => {
    const { mp, clock, sent } = timed(10, { rateLimit })
    const pages = mp.orders.list({ limit: 1 }).pages()
    await clock.run(Promise.all([pages.next(), mp.orders.get('o1')]))
    await clock.run(pages.next())
    expect(sent.map(({ at }) => at)).toEqual([0, 0, 10])
  })

  it('fails a call at once whose time is shorter than its wait', async () => {
    const { mp, clock, sent } = timed(10, { rateLimit })
    await clock.run(Promise.all([1, 2, 3].map(() => mp.orders.get('o1'))))
    const before = clock.monotonic()
    const error = await clock.run(rejection(mp.orders.get('o1', { deadlineMs: 9_000 })))
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'queue', outcome: 'not_processed' })
    expect(error).toHaveProperty('retryAfterMs', expect.closeTo(10_100, -2))
    expect(error).toHaveProperty('message', expect.stringMatching(/; it needs 1[01] s$/))
    expect([clock.monotonic() - before, sent.length]).toEqual([0, 3])
  })

  it('logs one warning about waits of more than two seconds', async () => {
    const lines: [string, object][] = []
    const warn = (message: string, details: object) => void lines.push([message, details])
    const logger = { debug: () => {}, info: () => {}, warn, error: () => {} }
    const { mp, clock } = timed(10, { rateLimit, logger, ...FOREVER })

    await clock.run(Promise.all(Array.from({ length: 12 }, () => mp.orders.get('o1'))))

    expect(lines).toEqual([
      [
        'merchantpay: calls wait for the rate limit of the key; onEvent tells each wait',
        { operationId: 'getOrder', waitMs: expect.closeTo(10_100, -2) },
      ],
    ])
  })

  it('logs no warning about shorter waits', async () => {
    const warn = vi.fn()
    const logger = { debug: () => {}, info: () => {}, warn, error: () => {} }
    const { mp, clock } = timed(10, { rateLimit: { limit: 1, windowMs: 1_800 }, logger })

    await clock.run(Promise.all([mp.orders.get('o1'), mp.orders.get('o1')]))

    expect(warn).not.toHaveBeenCalled()
  })

  it.each(['off', 'debug'] as const)(
    'is given back by a call that is aborted before it left (log %s)',
    async (logLevel) => {
      const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
      const { mp, clock, sent } = timed(10, { rateLimit, logLevel, logger })
      for (const turns of [0, 1, 2, 3, 4, 5]) {
        const controller = new AbortController()
        const call = rejection(mp.orders.get('o1', { signal: controller.signal }))
        const before = sent.length
        for (let turn = 0; turn < turns; turn++) await Promise.resolve()
        controller.abort()
        expect(await clock.run(call)).toMatchObject({ name: 'AbortError' })
        await clock.advance(sent.length > before ? 20_000 : 0)
        expect(mp.rateLimit).toMatchObject({ held: 0, queued: 0 })
      }
      await clock.advance(0)
      expect(clock.pending).toBe(0)
    },
  )

  it('leaves no timer behind when nothing waits', async () => {
    const { mp, clock } = timed(10, { rateLimit, ...FOREVER })
    await clock.run(Promise.all(Array.from({ length: 7 }, () => mp.orders.get('o1'))))
    expect(mp.rateLimit).toMatchObject({ queued: 0, held: 1 })
    expect(clock.pending).toBe(0)
  })
})

it('later pages of lists hold at most 40 of the 60 slots, and the rest is there for other calls', async () => {
  const { mp, clock, sent } = timed(10, FOREVER)
  const lists = Array.from({ length: 45 }, () => mp.orders.list({ limit: 1 }).pages())
  const nextPages = () => lists.map((pages) => pages.next())
  await clock.run(Promise.all(nextPages()))
  await clock.advance(2 * WINDOW_MS)
  const start = clock.monotonic()
  const isSecondPage = ({ target }: { target: string }) => target.endsWith('offset=1')
  const delays = (of: typeof sent) => of.filter(({ at }) => at >= start).map(({ at }) => at - start)

  const second = nextPages()
  await clock.advance(1_000)
  expect(delays(sent.filter(isSecondPage))).toEqual(Array(40).fill(0))
  expect(mp.rateLimit).toMatchObject({ held: 40, queued: 5 })

  const others = Array.from({ length: 20 }, (_, at) =>
    at % 2 === 0 ? mp.orders.get('o1') : mp.apiKeys.create({ environment: 'test' }),
  )
  await clock.run(Promise.all([...second, ...others]))
  expect(delays(sent.filter((one) => !isSecondPage(one)))).toEqual(Array(20).fill(1_000))
  const late = delays(sent.filter(isSecondPage)).slice(40)
  expect(late).toHaveLength(5)
  expect(Math.min(...late)).toBeGreaterThan(WINDOW_MS)
})

describe('a 429 within the limit', () => {
  it('blocks every call of the key, of every client', async () => {
    const { options, clock, sent, answer } = timed(10)
    let isRefused = false
    const fetch: Fetch = async (url, init) => {
      const response = await answer(url, init)
      if (isRefused) return response
      isRefused = true
      return new Response('{"error":"rate limit exceeded"}', {
        status: 429,
        headers: { 'retry-after': '30' },
      })
    }
    const [first, second] = [new MerchantPay({ ...options, fetch }), new MerchantPay(options)]
    const one = first.orders.get('o1')
    await clock.advance(10)
    await clock.run(
      Promise.all([one, second.orders.get('o1'), second.apiKeys.create({ environment: 'test' })]),
    )
    expect(sent).toHaveLength(4)
    for (const { at } of sent.slice(1)) expect(at).toBeGreaterThanOrEqual(30_010)
  })
})

describe('a 429 for one new key too many', () => {
  it('blocks no other call', async () => {
    const { options, clock, sent, answer } = timed(10)
    const fetch: Fetch = async (url, init) => {
      const response = await answer(url, init)
      if (init?.method !== 'POST') return response
      const headers = { 'retry-after': '3000' }
      return new Response('{"error":"rate limit exceeded"}', { status: 429, headers })
    }
    const mp = new MerchantPay({ ...options, fetch })
    const refused = rejection(mp.apiKeys.create({ environment: 'test' }))
    expect(await clock.run(refused)).toMatchObject({ status: 429, retryAfterMs: 3_000_000 })
    await clock.run(mp.orders.get('o1'))
    expect(sent.map(({ at }) => at)).toEqual([0, 10])
  })
})

describe('a limiter of the caller', () => {
  it('is released when it grants a request after the call has ended', async () => {
    let releases = 0
    let grant = (_: () => void) => {}
    const acquire = () =>
      new Promise<() => void>((resolve) => {
        grant = resolve
      })
    const { mp, clock, sent } = timed(10, { rateLimit: { acquire } })
    const controller = new AbortController()
    const call = rejection(mp.orders.get('o1', { signal: controller.signal }))
    controller.abort()
    expect(await clock.run(call)).toMatchObject({ name: 'AbortError', outcome: 'not_processed' })
    grant(() => {
      releases++
    })
    await clock.advance(0)
    expect([releases, sent, clock.pending]).toEqual([1, [], 0])
  })
})

it('a process ends when nothing waits, though slots are still held', async () => {
  const url = new URL('../../dist/index.js', import.meta.url)
  const program = `
    const { MerchantPay } = await import(${JSON.stringify(url.href)})
    const fetch = async () => new Response('{}')
    const mp = new MerchantPay({ baseUrl: 'https://pay.example', keyId: '${KEY_ID}', secret: '${SECRET}', fetch })
    await Promise.all(Array.from({ length: 60 }, () => mp.orders.get('o1')))
    const queued = new AbortController()
    const waiting = mp.orders.get('o1', { signal: queued.signal }).catch(({ name }) => name)
    queued.abort()
    console.log(await waiting, mp.rateLimit.held)`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    timeout: 15_000,
  })
  expect((await run).stdout).toBe('AbortError 60\n')
})
