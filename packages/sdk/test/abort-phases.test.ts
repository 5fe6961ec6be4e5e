import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { MerchantPay } from '../src/client.js'
import { AbortError } from '../src/errors.js'
import type { ClientEvent } from '../src/events.js'
import type { ClientOptions } from '../src/options.js'
import {
  type Answer,
  client,
  events,
  keepAnswers,
  type Loopback,
  loopback,
  refusal,
  rejection,
  silence,
  stall,
  until,
} from './support/loopback.js'
import { requireNothingLeft } from './support/proof/shared-signal.js'

/** Ten times what a quiet machine is held to. */
const AT_ONCE_MS = 200

/** What a test sees of a call, to know how far it has come. */
interface View {
  readonly server: Loopback
  readonly answers: readonly Response[]
  readonly told: readonly ClientEvent['type'][]
}

interface Phase {
  readonly answer: Answer
  readonly options?: ClientOptions
  /** Whether the call is in its phase. */
  readonly isThere: (view: View) => boolean
  /** What the server saw of the call in the end. */
  readonly requests: number
  readonly outcome: 'not_processed' | 'unknown'
}

const PHASES: Record<string, Phase> = {
  queue: {
    answer: refusal(404, 'order not found'),
    options: { rateLimit: { limit: 1, windowMs: 60_000 } },
    isThere: ({ told }) => told.includes('wait'),
    requests: 1,
    outcome: 'not_processed',
  },
  backoff: {
    answer: refusal(429, 'rate limit exceeded', { 'retry-after': '47' }),
    isThere: ({ told }) => told.includes('retry'),
    requests: 1,
    outcome: 'not_processed',
  },
  request: {
    answer: silence,
    isThere: ({ server }) => server.seen.length === 1,
    requests: 1,
    outcome: 'unknown',
  },
  body: {
    answer: stall(200),
    isThere: ({ answers }) => answers[0]?.body?.locked === true,
    requests: 1,
    outcome: 'unknown',
  },
}

const CALLS: Record<string, (mp: MerchantPay, signal: AbortSignal) => PromiseLike<unknown>> = {
  'a read': (mp, signal) => mp.orders.get('o1', { signal }),
  'a creation that is never repeated': (mp, signal) => mp.apiKeys.create({ environment: 'test' }, { signal }),
  raw: (mp, signal) => mp.raw.GET('/v1/merchants/me', { signal }),
}

/** A client that tells what it does, and its server. */
async function watched(answer: Answer, options: ClientOptions = {}): Promise<View & { mp: MerchantPay }> {
  const server = await loopback(answer)
  const { fetch, answers } = keepAnswers()
  const told: ClientEvent['type'][] = []
  const onEvent = ({ type }: ClientEvent) => void told.push(type)
  return { mp: client(server, { fetch, onEvent, logLevel: 'off', ...options }), server, answers, told }
}

/** Aborts, and holds the promise to settle at once, as it must, and to leave nothing of the call behind. */
async function requireAborted(controller: AbortController, promise: Promise<unknown>): Promise<unknown> {
  const { signal } = controller
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  const start = performance.now()
  controller.abort(new Error('closing time'))
  const error = await promise
  expect(performance.now() - start).toBeLessThan(AT_ONCE_MS)
  expect(error).toBeInstanceOf(AbortError)
  expect(error).toHaveProperty('cause', signal.reason)
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  return error
}

describe.each(Object.entries(PHASES))('in the phase «%s» an abort', (name, phase) => {
  it.each(Object.entries(CALLS))('ends %s at once, and closes its socket', async (_, call) => {
    const { mp, ...view } = await watched(phase.answer, phase.options)
    // Only one may be under way, so the call itself has to queue.
    if (name === 'queue') await rejection(mp.orders.get('o0'))
    const controller = new AbortController()
    const settled = rejection(call(mp, controller.signal))
    await until(() => phase.isThere(view))
    expect(await requireAborted(controller, settled)).toMatchObject({ outcome: phase.outcome })
    if (phase.outcome === 'unknown') await until(() => view.server.seen[0]?.isClosed === true)
    expect(view.server.seen).toHaveLength(phase.requests)
    if (name === 'queue') expect(mp.rateLimit).toMatchObject({ queued: 0 })
  })
})

describe('in a stream an abort', () => {
  it.each([
    [
      'that is open',
      events('data: {"id":"o1","status":"OPEN"}\n\n', true),
      ({ answers }: View) => answers.length > 0,
    ],
    ['that connects', silence, ({ server }: View) => server.seen.length > 0],
    [
      'that waits to connect again',
      refusal(503, 'service unavailable', { 'retry-after': '47', connection: 'close' }),
      ({ told }: View) => told.includes('attempt'),
    ],
  ])('%s ends it at once, and closes its socket', async (_, answer, isThere) => {
    const { mp, ...view } = await watched(answer)
    const controller = new AbortController()
    const read = async () => {
      for await (const _ of mp.orders.stream('o1', { signal: controller.signal }));
    }
    const settled = rejection(read())
    await until(() => isThere(view))
    await requireAborted(controller, settled)
    await until(() => view.server.seen.every(({ isClosed }) => isClosed))
    expect(view.server.seen).toHaveLength(1)
  })
})

describe('in a wait for a payment an abort', () => {
  it.each([
    [
      'that streams',
      events('data: {"id":"o1","status":"OPEN"}\n\n', true),
      ({ answers }: View) => answers.length > 0,
    ],
    ['that connects', silence, ({ server }: View) => server.seen.length > 0],
    [
      'that polls',
      refusal(503, 'service unavailable', { connection: 'close' }),
      ({ told }: View) => told.length > 1,
    ],
  ])('%s ends it at once, and closes its socket', async (_, answer, isThere) => {
    const { mp, ...view } = await watched(answer)
    const controller = new AbortController()
    const settled = rejection(mp.orders.waitForPaid('o1', { signal: controller.signal }))
    await until(() => isThere(view))
    await requireAborted(controller, settled)
    const { length } = view.server.seen
    await until(() => view.server.seen.every(({ isClosed }) => isClosed))
    expect(view.server.seen).toHaveLength(length)
  })
})

it('many calls on one signal share a listener, and leave no listener, socket or timer', async () => {
  await requireNothingLeft(200)
})
