import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ClientOptions } from '../../src/options.js'
import type { StreamOptions } from '../../src/streams/stream-source.js'
import { client, loopback } from '../support/loopback.js'
import { type Answer, events, type Reply, refusal } from '../support/peer.js'
import { requireClosed, until } from '../support/progress.js'
import { VirtualClock } from '../support/virtual-clock.js'

const event = (id: number, status: string) =>
  `id: ${id}\ndata: ${JSON.stringify({ id: 'o1', status, version: id })}\n\n`

/** Sends an event stream in pieces, each when the one before has left; `end` says what happens then. */
function pieces(texts: readonly string[], end: 'eof' | 'reset' | 'silence' = 'eof'): Reply {
  return (response) => {
    const [first, ...rest] = texts
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (first !== undefined) response.write(first, () => setImmediate(() => pieces(rest, end)(response)))
    else if (end === 'eof') response.end()
    else if (end === 'reset') response.socket?.resetAndDestroy()
  }
}

/** Follows an order on a server that answers connection after connection from a script. */
async function follow(script: Answer[], options: StreamOptions = {}, more: ClientOptions = {}) {
  const server = await loopback(...script)
  const statuses: string[] = []
  let error: unknown
  try {
    for await (const { order } of client(server, more).orders.stream('o1', options))
      statuses.push(order.status)
  } catch (thrown) {
    error = thrown
  }
  return { server, statuses, error }
}

// Waits between connections are shortened to nothing; that they last long enough is shown where it matters.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(-0.999))
afterEach(() => void vi.restoreAllMocks())

it('a line end in two chunks, inside an event, makes one event of it', async () => {
  const data = JSON.stringify({ id: 'o1', status: 'PAID' })
  const { statuses, server } = await follow([pieces(['id: 1\r', `\ndata: ${data}\r`, '\n\r', '\n'])])
  expect(statuses).toEqual(['PAID'])
  expect(server.seen).toHaveLength(1)
})

it('an end before a final status is followed by another connection', async () => {
  const { statuses, server } = await follow([events(event(1, 'OPEN')), events(event(2, 'PAID'))])
  expect(statuses).toEqual(['OPEN', 'PAID'])
  expect(server.seen).toHaveLength(2)
})

it('a reset resumes after the last event, and nothing comes twice', async () => {
  const { statuses, server } = await follow([
    pieces([event(1, 'OPEN'), event(2, 'CONFIRMING')], 'reset'),
    events(event(2, 'CONFIRMING') + event(3, 'PAID')),
  ])
  // A reset discards unread data, which arrives again with the next connection.
  expect(statuses.at(-1)).toBe('PAID')
  expect(new Set(statuses).size).toBe(statuses.length)
  const last = server.seen[1]?.headers['last-event-id']
  expect(last).toBe(['OPEN', 'CONFIRMING'].includes(statuses[0] ?? '') ? `${statuses.length - 1}` : undefined)
})

it('a consumer that breaks closes the socket', async () => {
  const server = await loopback(events(event(1, 'OPEN'), true))
  for await (const _ of client(server).orders.stream('o1')) break
  await requireClosed(server.seen.slice(0, 1))
})

it('a stream that goes silent is given up at the idle limit for another connection', async () => {
  const clock = new VirtualClock()
  const ended = follow(
    [pieces([event(1, 'OPEN')], 'silence'), events(event(2, 'PAID'))],
    { idleTimeoutMs: 50_000 },
    { clock, rateLimit: false },
  )
  await until(() => clock.dueInMs === 50_000)
  await clock.advance(50_100)
  const { statuses, server } = await ended
  expect(statuses).toEqual(['OPEN', 'PAID'])
  await requireClosed(server.seen.slice(0, 1))
})

it('a 429 with Retry-After: 7 is followed by a connection after 7 s and not before', async () => {
  const clock = new VirtualClock()
  vi.mocked(Math.random).mockReturnValue(0)
  const server = await loopback(
    refusal(429, 'rate limit exceeded', { 'retry-after': '7' }),
    events(event(1, 'PAID')),
  )
  const stream = client(server, { clock, rateLimit: false }).orders.stream('o1')
  const next = stream.next()
  await until(() => clock.dueInMs === 7_001)
  await clock.advance(7_000)
  expect(server.seen).toHaveLength(1)
  await clock.advance(1)
  expect(await next).toMatchObject({ value: { order: { status: 'PAID' } } })
  await stream.return?.()
})

it('a 401 for an invalid signature is one connection and a typed error', async () => {
  const { error, server } = await follow([refusal(401, 'invalid signature')])
  expect(error).toMatchObject({ name: 'ApiError', status: 401, code: 'invalid_signature' })
  expect(server.seen).toHaveLength(1)
})

it('an event that is no JSON is followed by another connection, and shown nowhere', async () => {
  const shown: unknown[] = []
  const show = (...parts: unknown[]) => void shown.push(...parts)
  const logger = { debug: show, info: show, warn: show, error: show }
  const broken = events('data: {"payment_uri":"canary-payload\n\n')
  const options = { maxConsecutiveFailures: 3 }
  const more = { logger, logLevel: 'debug', onEvent: show } as const
  const { error, server } = await follow([broken], options, more)
  expect(server.seen).toHaveLength(3)
  expect(error).toMatchObject({ name: 'StreamError', reason: 'reconnects_exhausted' })
  expect(shown).not.toHaveLength(0)
  expect(JSON.stringify([error, shown]) + String(error)).not.toContain('canary-payload')
})

it('a byte order mark before the first event does not cost it', async () => {
  const { statuses, server } = await follow([events(`\ufeff${event(1, 'PAID')}`.replace('id: 1\n', ''))])
  expect(statuses).toEqual(['PAID'])
  expect(server.seen).toHaveLength(1)
})

it('a last event without its blank line is delivered by another connection', async () => {
  const { statuses, server } = await follow([
    events(event(1, 'OPEN') + event(2, 'PAID').slice(0, -1)),
    events(event(2, 'PAID')),
  ])
  expect(statuses).toEqual(['OPEN', 'PAID'])
  expect(server.seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1'])
})

it('a line without an end is a typed error, and closes the socket', async () => {
  const { error, server } = await follow([
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const more = () => {
        while (response.writable && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    },
  ])
  expect(error).toMatchObject({ name: 'StreamError', reason: 'event_too_large', code: 'event_too_large' })
  await requireClosed(server.seen.slice(0, 1))
  expect(server.seen).toHaveLength(1)
})
