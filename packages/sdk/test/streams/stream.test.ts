import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UsageError } from '../../src/errors/base-error.js'
import { AbortError, ApiError, StreamError } from '../../src/errors/errors.js'
import type { ClientEvent } from '../../src/http/events.js'
import type { OrderEvent } from '../../src/streams/order-events.js'
import type { StreamOptions } from '../../src/streams/stream-source.js'
import { scripted } from '../support/fake.js'
import { client, LONG_WAIT_SECONDS, loopback, rejection, watchLongWait } from '../support/loopback.js'
import { events, json, refusal, reset, silence, stall } from '../support/peer.js'
import { keepAnswers, requireClosed, until } from '../support/progress.js'
import { VirtualClock } from '../support/virtual-clock.js'

const COME_BACK_LATE = { 'retry-after': `${LONG_WAIT_SECONDS}` }

type Steps = Parameters<typeof loopback>

const event = (id: number | undefined, status: string, end = '\n') =>
  `${id === undefined ? '' : `id: ${id}${end}`}data: ${JSON.stringify({ id: 'o1', status, version: id })}${end}${end}`

// Waits between connections are shortened to nothing; that they last long enough is shown where it matters.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(-0.999))
afterEach(() => void vi.restoreAllMocks())

async function watch(steps: Steps, options: StreamOptions = {}) {
  const server = await loopback(...steps)
  const got: OrderEvent[] = []
  let error: unknown
  try {
    for await (const item of client(server).orders.stream('o1', options)) got.push(item)
  } catch (thrown) {
    error = thrown
  }
  return { server, got, error, statuses: got.map(({ order }) => order.status) }
}

describe('an order stream', () => {
  it.each(['PAID', 'EXPIRED', 'UNDERPAID', 'FROZEN', 'EXPIRED_PAID'])('ends after %s', async (status) => {
    const { statuses, server, error } = await watch([events(event(1, 'OPEN') + event(2, status), true)])
    expect(statuses).toEqual(['OPEN', status])
    expect(error).toBeUndefined()
    await requireClosed(server.seen.slice(0, 1))
  })

  it('is signed and asks for events', async () => {
    const { server } = await watch([events(event(1, 'PAID'))])
    expect(server.seen[0]).toMatchObject({
      target: '/v1/orders/o1/events',
      headers: { accept: 'text/event-stream', authorization: expect.stringContaining('Bearer mk_test_') },
    })
  })

  it('does not end with a status it does not know', async () => {
    const { statuses } = await watch([events(event(1, 'NEW_STATUS') + event(2, 'PAID'))])
    expect(statuses).toEqual(['NEW_STATUS', 'PAID'])
  })

  it('resumes after the last event, without a repeat and without a gap', async () => {
    const { got, server } = await watch([
      events(event(1, 'OPEN') + event(2, 'CONFIRMING')),
      events(event(2, 'CONFIRMING') + event(3, 'PAID')),
    ])
    expect(got.map(({ eventId, gap }) => [eventId, gap])).toEqual([
      ['1', false],
      ['2', false],
      ['3', false],
    ])
    expect(server.seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '2'])
  })

  it('drops a state that is older than what it delivered', async () => {
    const { statuses } = await watch([
      events(event(1, 'OPEN') + event(2, 'CONFIRMING')),
      events(event(1, 'OPEN') + event(3, 'PAID')),
    ])
    expect(statuses).toEqual(['OPEN', 'CONFIRMING', 'PAID'])
  })

  it('marks a gap when states may have been missed', async () => {
    const { got } = await watch([events(event(1, 'OPEN')), events(event(4, 'CONFIRMING') + event(5, 'PAID'))])
    expect(got.map(({ gap }) => gap)).toEqual([false, true, false])
  })

  it('an order stream without ids drops a repeated snapshot, and marks that others may have come between', async () => {
    const open = event(undefined, 'OPEN')
    const { got } = await watch([
      events(open),
      events(open + event(undefined, 'CONFIRMING') + event(undefined, 'PAID')),
    ])
    expect(got.map(({ order, gap }) => [order.status, gap])).toEqual([
      ['OPEN', false],
      ['CONFIRMING', true],
      ['PAID', false],
    ])
  })

  it('takes a repeated id for a sign that nothing was missed', async () => {
    const [open, paid] = [`id: a\n${event(undefined, 'OPEN')}`, `id: b\n${event(undefined, 'PAID')}`]
    const { got } = await watch([events(open), events(open + paid)])
    expect(got.map(({ eventId, gap }) => [eventId, gap])).toEqual([
      ['a', false],
      ['b', false],
    ])
  })

  it.each([
    ['of 128 printable characters', `${'x'.repeat(120)} ~!"#$%&`, `${'x'.repeat(120)} ~!"#$%&`],
    ['of more', 'x'.repeat(129), undefined],
    ['of other characters', '✓', undefined],
    ['with a tab', 'a\tb', undefined],
    ['of nothing', '', undefined],
  ])('resumes after an id %s as far as a header may carry it', async (_, id, sent) => {
    const odd = `id: ${id}\n${event(undefined, 'CONFIRMING')}`
    const { statuses, server } = await watch([
      events(event(1, 'OPEN') + odd),
      events(event(undefined, 'PAID')),
    ])
    expect(statuses).toEqual(['OPEN', 'CONFIRMING', 'PAID'])
    expect(server.seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, sent])
  })

  it.each([
    { lineEnd: 'LF', end: '\n', ids: 'with' },
    { lineEnd: 'CR', end: '\r', ids: 'with' },
    { lineEnd: 'CRLF', end: '\r\n', ids: 'with' },
    { lineEnd: 'LF', end: '\n', ids: 'without' },
    { lineEnd: 'CR', end: '\r', ids: 'without' },
    { lineEnd: 'CRLF', end: '\r\n', ids: 'without' },
  ])(
    'an order stream of $lineEnd lines $ids ids delivers each state once, in order, wherever it is cut',
    async ({ end, ids }) => {
      const states = ['OPEN', 'CONFIRMING', 'PAID']
      const parts = states.map((status, i) => event(ids === 'with' ? i + 1 : undefined, status, end))
      const text = parts.join('')
      for (let at = 0; at < text.length; at++) {
        const begun = parts.filter((_, i) => parts.slice(0, i).join('').length < at).length
        const { mp } = scripted([
          () => streamed(text.slice(0, at)),
          // By the id a server knows what was delivered. Without one it begins with the present state again.
          () => (sent) => {
            const from = Number(sent.headers['last-event-id'] ?? Math.max(begun - 1, 0))
            return streamed(parts.slice(from).join(''))
          },
        ])
        const statuses: string[] = []
        for await (const { order } of mp.orders.stream('o1')) statuses.push(order.status)
        expect(statuses).toEqual(states)
      }
    },
  )

  it.each([
    ['a reset', reset],
    ['a 500', refusal(500, 'internal server error')],
    ['a success that is no stream', json(200, { status: 'PAID' })],
    ['an event that is no JSON', events('data: {"secret_\n\n')],
    ['an event that is no order', events('data: [1]\n\n')],
  ])('reconnects after %s', async (_, step) => {
    const { statuses, server } = await watch([step, events(event(1, 'PAID'))])
    expect(statuses).toEqual(['PAID'])
    expect(server.seen).toHaveLength(2)
  })

  it('holds to the reconnection time the server asks for', async () => {
    const { server } = await watch([events(`retry: 400\n${event(1, 'OPEN')}`), events(event(2, 'PAID'))])
    expect((server.seen[1]?.at ?? 0) - (server.seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(400)
  })

  it.each([
    [403, 'forbidden'],
    [404, 'order not found'],
  ])('ends with its error after one connection when it is refused with %i', async (status, message) => {
    const { error, server } = await watch([refusal(status, message)])
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status, operationId: 'streamOrderEvents' })
    expect(server.seen).toHaveLength(1)
  })

  it('gives up after a number of connections in a row without anything new', async () => {
    const options = { maxConsecutiveFailures: 3 }
    const repeated = events(event(1, 'OPEN'))
    const { error, server, statuses } = await watch([repeated], options)
    expect(error).toBeInstanceOf(StreamError)
    expect(error).toMatchObject({ reason: 'reconnects_exhausted', code: 'reconnects_exhausted' })
    expect(statuses).toEqual(['OPEN'])
    expect(server.seen).toHaveLength(4)
    expect((error as Error).stack).toContain('stream.test.ts')
    const failed = await watch([reset], options)
    expect(failed.error).toMatchObject({ cause: { name: 'ConnectionError' }, attempts: { length: 3 } })
  })

  it('refuses impossible options and ids before the network', async () => {
    for (const [id, options] of [
      ['..', {}],
      ['o1', { idleTimeoutMs: 0 }],
      ['o1', { maxConsecutiveFailures: 0 }],
    ] as const) {
      const stream = client({ url: 'http://127.0.0.1:9' }).orders.stream(id, options)
      expect(await rejection(stream.next())).toBeInstanceOf(UsageError)
    }
  })
})

describe('the clock of an order stream', () => {
  const late: Steps[number] = (response) => {
    const date = new Date(Date.now() + 3_600_000).toUTCString()
    refusal(401, 'request timestamp too old', { date })(response)
  }

  it('is corrected when the server says so, which takes one more connection', async () => {
    const { server, statuses } = await watch([late, events(event(1, 'PAID'))])
    expect(statuses).toEqual(['PAID'])
    const stamps = server.seen.map(({ headers }) => Number(headers.authorization?.split(':')[1]))
    expect((stamps[1] ?? 0) - (stamps[0] ?? 0)).toBeGreaterThan(3_500)
  })

  it('is corrected once for a connection', async () => {
    let hours = 0
    const { server, error } = await watch([
      (response) => {
        const date = new Date(Date.now() + ++hours * 3_600_000).toUTCString()
        refusal(401, 'request timestamp too old', { date })(response)
      },
    ])
    expect(error).toMatchObject({ name: 'ApiError', code: 'request_timestamp_too_old' })
    expect(server.seen).toHaveLength(2)
  })
})

describe('the connections of an order stream', () => {
  it('are reported, each with its wait', async () => {
    const told: ClientEvent[] = []
    const server = await loopback(reset, events(event(1, 'PAID')))
    await drain(client(server, { onEvent: (one) => told.push(one) }).orders.stream('o1'))
    expect(told.map(({ type }) => type)).toEqual(['attempt', 'reconnect', 'attempt'])
    expect(told[1]).toMatchObject({ operationId: 'streamOrderEvents', waitMs: expect.any(Number) })
    expect(told[1]?.requestId).toBe(told[2]?.requestId)
  })

  it('may be silent for 240 s, and for 45 s once the server was seen to send comments', async () => {
    const clock = new VirtualClock()
    const server = await loopback(
      events(event(1, 'OPEN'), true),
      events(`:\n\n${event(2, 'OPEN')}`, true),
      events(event(3, 'PAID')),
      events(event(1, 'OPEN'), true),
      events(event(2, 'PAID')),
    )
    const mp = client(server, { clock, rateLimit: false })
    const first = drain(mp.orders.stream('o1'))
    await until(() => isDue(clock, 240_000))
    await clock.advance(241_000)
    await until(() => isDue(clock, 45_000))
    await clock.advance(46_000)
    await first
    const other = client(server, { clock, rateLimit: false }) // another client of the same server knows it, too
    const second = drain(other.orders.stream('o2'))
    await until(() => isDue(clock, 45_000))
    await clock.advance(46_000)
    await second
  })

  it('the connections of an order stream that lived for 10 s are no failure, and others are', async () => {
    const clock = new VirtualClock()
    const open: (() => void)[] = []
    const server = await loopback((response) => {
      events(open.length === 0 ? event(1, 'OPEN') : ':\n\n', true)(response)
      open.push(() => response.end())
    })
    const options = { maxConsecutiveFailures: 2, idleTimeoutMs: 60_000 }
    const ended = rejection(drain(client(server, { clock, rateLimit: false }).orders.stream('o1', options)))
    const end = async (connection: number, livesMs: number) => {
      await until(() => open.length === connection && isDue(clock, 60_000))
      await clock.advance(livesMs)
      open[connection - 1]?.()
    }
    for (const [i, livesMs] of [10_000, 10_000, 10_000, 9_000].entries()) {
      await end(i + 1, livesMs)
      await until(() => isDue(clock, 1_000))
      await clock.advance(1_000)
    }
    await end(5, 9_000)
    expect(await ended).toMatchObject({ reason: 'reconnects_exhausted' })
  })

  it('hold to the reconnection time of an earlier one', async () => {
    const clock = new VirtualClock()
    const server = await loopback(
      events(`retry: 9000\n${event(1, 'OPEN')}`),
      events(''),
      events(event(2, 'PAID')),
    )
    const all = drain(client(server, { clock, rateLimit: false }).orders.stream('o1'))
    for (const connections of [1, 2]) {
      await until(() => server.seen.length === connections && clock.dueInMs === 9_001)
      await clock.advance(9_001)
    }
    await all
    expect(server.seen).toHaveLength(3)
  })
})

describe('leaving an order stream', () => {
  it('leaving an order stream before its first event ends it, and nothing is sent', async () => {
    const server = await loopback(events(event(1, 'OPEN'), true))
    const stream = client(server).orders.stream('o1')
    const pending = stream.next()
    expect(await stream.return?.()).toEqual({ done: true, value: undefined })
    expect(await pending).toEqual({ done: true, value: undefined })
    const unread = client(server).orders.stream('o1')
    await unread.return?.()
    expect(await unread.next()).toEqual({ done: true, value: undefined })
    expect(server.seen).toHaveLength(0)
  })

  it('leaving an order stream by return ends a pending next', async () => {
    const server = await loopback(events(event(1, 'OPEN'), true))
    const stream = client(server).orders.stream('o1')
    await stream.next()
    const pending = stream.next()
    await stream.return?.()
    expect(await pending).toEqual({ done: true, value: undefined })
    await requireClosed(server.seen.slice(0, 1))
  })

  it.each([
    ['while it reads', 'reading', events(event(1, 'OPEN'), true)],
    ['while it waits to reconnect', 'waiting', refusal(503, 'service unavailable', COME_BACK_LATE)],
    ['while it connects', 'connecting', silence],
  ] as const)(
    'leaving an order stream by abort %s is an AbortError with the reason',
    async (_, phase, step) => {
      const server = await loopback(step)
      const { fetch, answers } = keepAnswers()
      const isWaiting = watchLongWait()
      const controller = new AbortController()
      const reason = new Error('closing time')
      const stream = client(server, { fetch }).orders.stream('o1', { signal: controller.signal })
      const ended = rejection(drain(stream))
      const hasBegun = {
        connecting: () => server.seen.length === 1,
        reading: () => answers[0]?.body?.locked === true,
        waiting: isWaiting,
      }
      await until(hasBegun[phase])
      controller.abort(reason)
      const error = await ended
      expect(error).toBeInstanceOf(AbortError)
      expect(error).toMatchObject({ cause: reason })
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
      expect(server.seen).toHaveLength(1)
    },
  )

  it('leaving an order stream by abort gives up events that have arrived but were not asked for', async () => {
    const { mp } = scripted([() => streamed(event(1, 'OPEN') + event(2, 'CONFIRMING') + event(3, 'PAID'))])
    const controller = new AbortController()
    const stream = mp.orders.stream('o1', { signal: controller.signal })
    expect(await stream.next()).toMatchObject({ value: { order: { status: 'OPEN' } } })
    controller.abort()
    expect(await rejection(stream.next())).toBeInstanceOf(AbortError)
  })

  it('leaving an order stream before it begins sends nothing', async () => {
    const server = await loopback(stall(200))
    const error = await rejection(drain(client(server).orders.stream('o1', { signal: AbortSignal.abort() })))
    expect(error).toBeInstanceOf(AbortError)
    expect(server.seen).toHaveLength(0)
  })
})

function streamed(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}

/** Whether the next timer fires in about that time, milliseconds; it may have started before the clock last advanced. */
function isDue({ dueInMs }: VirtualClock, ms: number): boolean {
  return dueInMs !== undefined && dueInMs <= ms && dueInMs >= ms - 1_000
}

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}
