import { getEventListeners } from 'node:events'
import { MerchantPay } from '../../../src/client.js'
import { AbortError } from '../../../src/errors/errors.js'
import { type Clock, systemClock } from '../../../src/util/time.js'
import { KEY_ID, SECRET } from '../keys.js'
import { type Answer, json, refusal, startPeer } from '../peer.js'
import { requireClosed, until } from '../progress.js'

/** Concurrent calls. */
const WIDTH = 50

/** The runtime's clock, which also knows what is set and neither fired nor cleared. */
function countTimers(): { clock: Clock; pending: Set<unknown> } {
  const pending = new Set<unknown>()
  const clock: Clock = {
    ...systemClock,
    setTimeout(callback, ms) {
      const handle = systemClock.setTimeout(() => {
        pending.delete(handle)
        callback()
      }, ms)
      pending.add(handle)
      return handle
    },
    clearTimeout(handle) {
      pending.delete(handle)
      systemClock.clearTimeout(handle)
    },
  }
  return { clock, pending }
}

/** Answers reads, asks for a wait before a list, and never answers anything else. */
const answer: Answer = (response, { method, target }) => {
  response.setHeader('connection', 'close')
  if (method !== 'GET') return
  if (target.startsWith('/v1/orders?')) refusal(503, 'service unavailable', { 'retry-after': '60' })(response)
  else json(200, {})(response)
}

/**
 * Makes a number of calls with one signal, most of which end, and then aborts the others, which wait for an answer,
 * between attempts or for their turn.
 *
 * @throws Error with the listeners, sockets or timers that are left
 */
export async function requireNothingLeft(calls: number): Promise<void> {
  const { url: baseUrl, seen, stop } = await startPeer(answer)
  const { clock, pending } = countTimers()
  const controller = new AbortController()
  const { signal } = controller
  const key = { baseUrl, keyId: KEY_ID, secret: SECRET, clock, logLevel: 'off' } as const
  const mp = new MerchantPay({ ...key, rateLimit: false })
  const narrow = new MerchantPay({ ...key, rateLimit: { limit: 1, windowMs: 60_000 } })
  const options = { signal, deadlineMs: Number.POSITIVE_INFINITY }
  const many = <T>(call: () => PromiseLike<T>) => Array.from({ length: WIDTH }, call)
  const countSilent = () => seen.filter(({ method }) => method !== 'GET').length
  const counts = () => ({
    listeners: getEventListeners(signal, 'abort').length,
    sockets: seen.filter(({ closedAt }) => closedAt === undefined).length,
    timers: pending.size,
  })
  try {
    for (let done = 0; done < calls; done += WIDTH)
      await Promise.all(many(() => mp.orders.get('o1', options)))
    requireNone(counts(), 'after calls that ended', ['sockets'])
    const [answered, ...queued] = many(() => narrow.orders.get('o1', options))
    const waiting = [
      ...many(() => mp.apiKeys.create({ environment: 'test' }, options)),
      ...many(() => mp.orders.list({ ...options, limit: 1 })),
      ...queued,
    ].map((call) => call.then(undefined, (error: unknown) => error))
    await answered
    // The queue has one more timer, for the next turn.
    await until(() => countSilent() === WIDTH && pending.size > waiting.length)
    if (getEventListeners(signal, 'abort').length !== 1) throw new Error('calls do not share one listener')
    controller.abort()
    const errors = await Promise.all(waiting)
    const aborted = errors.filter((error) => error instanceof AbortError && error.cause === signal.reason)
    if (aborted.length < errors.length) throw new Error(`${aborted.length} of ${errors.length} were aborted`)
    await requireClosed(seen)
    requireNone(counts(), 'after an abort')
  } finally {
    stop()
  }
}

function requireNone(counts: Record<string, number>, when: string, besides: readonly string[] = []): void {
  for (const [name, count] of Object.entries(counts)) {
    if (count > 0 && !besides.includes(name)) throw new Error(`${when} there are ${count} ${name}`)
  }
}
