import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AbortError, ApiError, StreamError, UsageError } from '../src/errors.js'
import type { OrderEvent } from '../src/order-events.js'
import type { StreamOptions } from '../src/stream.js'
import {
  client,
  events,
  json,
  keepAnswers,
  LONG_WAIT_SECONDS,
  loopback,
  refusal,
  rejection,
  reset,
  silence,
  stall,
  until,
  watchLongWait,
} from './support/loopback.js'

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
    await until(() => server.seen[0]?.isClosed === true)
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

  it('marks a gap when states may have been missed', async () => {
    const { got } = await watch([events(event(1, 'OPEN')), events(event(4, 'CONFIRMING') + event(5, 'PAID'))])
    expect(got.map(({ gap }) => gap)).toEqual([false, true, false])
  })

  it('without ids drops a repeated snapshot, which also shows that nothing was missed', async () => {
    const open = event(undefined, 'OPEN')
    const { got } = await watch([events(open), events(open + event(undefined, 'PAID'))])
    expect(got.map(({ order, gap }) => [order.status, gap])).toEqual([
      ['OPEN', false],
      ['PAID', false],
    ])
  })

  it.each([
    ['\n', true],
    ['\r', true],
    ['\r\n', true],
    ['\n', false],
  ])('cut at any byte (line end %j, ids %s) delivers each state once, in order', async (end, withIds) => {
    const states = ['OPEN', 'CONFIRMING', 'PAID']
    const text = states.map((status, i) => event(withIds ? i + 1 : undefined, status, end)).join('')
    for (let at = 0; at < text.length; at++) {
      const rest: Steps[number] = (response, { headers }) => {
        const last = Number(headers['last-event-id'] ?? 0)
        events(
          states
            .map((status, i) => (i < last ? '' : event(withIds ? i + 1 : undefined, status, end)))
            .join(''),
        )(
          response,
          { headers } as never, // the answer looks at nothing else
        )
      }
      const { statuses } = await watch([events(text.slice(0, at)), rest])
      expect(withIds ? statuses : [...new Set(statuses)]).toEqual(states)
    }
  })

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

  it('reconnects when the connection goes silent, and closes it', async () => {
    const { statuses, server } = await watch([events(event(1, 'OPEN'), true), events(event(2, 'PAID'))], {
      idleTimeoutMs: 50,
    })
    expect(statuses).toEqual(['OPEN', 'PAID'])
    await until(() => server.seen[0]?.isClosed === true)
  })

  it('waits for Retry-After before it connects again', async () => {
    vi.mocked(Math.random).mockReturnValue(0)
    const { server, statuses } = await watch([
      refusal(429, 'rate limit exceeded', { 'retry-after': '1' }),
      events(event(1, 'PAID')),
    ])
    expect(statuses).toEqual(['PAID'])
    expect((server.seen[1]?.at ?? 0) - (server.seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(1_000)
  })

  it('holds to the reconnection time the server asks for', async () => {
    const { server } = await watch([events(`retry: 400\n${event(1, 'OPEN')}`), events(event(2, 'PAID'))])
    expect((server.seen[1]?.at ?? 0) - (server.seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(400)
  })

  it.each([
    [401, 'invalid signature'],
    [403, 'forbidden'],
    [404, 'order not found'],
  ])('ends with its error after one connection when it is refused with %i', async (status, message) => {
    const { error, server } = await watch([refusal(status, message)])
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status, operationId: 'streamOrderEvents' })
    expect(server.seen).toHaveLength(1)
  })

  it('gives up after so many connections in a row without anything new', async () => {
    const options = { maxConsecutiveFailures: 3 }
    const repeated = events(event(1, 'OPEN'))
    const { error, server, statuses } = await watch([repeated], options)
    expect(error).toBeInstanceOf(StreamError)
    expect(error).toMatchObject({ reason: 'reconnects_exhausted', code: 'reconnects_exhausted' })
    expect(statuses).toEqual(['OPEN'])
    expect(server.seen).toHaveLength(4)
    const failed = await watch([reset], options)
    expect(failed.error).toMatchObject({ cause: { name: 'ConnectionError' }, attempts: { length: 3 } })
  })

  it('refuses an endless line', async () => {
    const { error } = await watch([
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        const more = () => {
          while (response.writable && response.write('x'.repeat(65_536)));
        }
        response.on('drain', more)
        more()
      },
    ])
    expect(error).toMatchObject({ name: 'StreamError', reason: 'event_too_large' })
  })

  it('keeps the payload of an unreadable event out of its error', async () => {
    const { error } = await watch([events('data: canary-payload\n\n')], { maxConsecutiveFailures: 2 })
    expect(error).toBeInstanceOf(StreamError)
    expect(JSON.stringify(error) + String(error)).not.toContain('canary-payload')
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

describe('leaving an order stream', () => {
  it('by break closes the socket', async () => {
    const server = await loopback(events(event(1, 'OPEN'), true))
    for await (const { order } of client(server).orders.stream('o1')) {
      expect(order.status).toBe('OPEN')
      break
    }
    await until(() => server.seen[0]?.isClosed === true)
  })

  it('by return ends a pending next', async () => {
    const server = await loopback(events(event(1, 'OPEN'), true))
    const stream = client(server).orders.stream('o1')
    await stream.next()
    const pending = stream.next()
    await stream.return?.()
    expect(await pending).toEqual({ done: true, value: undefined })
    await until(() => server.seen[0]?.isClosed === true)
  })

  it.each([
    ['while it reads', 'reading', events(event(1, 'OPEN'), true)],
    ['while it waits to reconnect', 'waiting', refusal(503, 'service unavailable', COME_BACK_LATE)],
    ['while it connects', 'connecting', silence],
  ] as const)('by abort %s is an AbortError with the reason', async (_, phase, step) => {
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
  })

  it('before it begins sends nothing', async () => {
    const server = await loopback(stall(200))
    const error = await rejection(drain(client(server).orders.stream('o1', { signal: AbortSignal.abort() })))
    expect(error).toBeInstanceOf(AbortError)
    expect(server.seen).toHaveLength(0)
  })
})

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}
