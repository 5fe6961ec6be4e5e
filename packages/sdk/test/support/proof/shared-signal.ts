import { getEventListeners, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { MerchantPay } from '../../../src/client.js'
import { AbortError } from '../../../src/errors.js'
import { type Clock, systemClock } from '../../../src/time.js'
import { KEY_ID, SECRET } from '../keys.js'

/** Calls that run beside each other. */
const WIDTH = 50
/** Long enough for any machine to close its sockets. */
const CLOSE_MS = 10_000

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

/** A server that answers reads, asks for a wait before a list, and never answers anything else. */
async function startServer() {
  const sockets = new Set<Socket>()
  const seen = { silent: 0 }
  const server = createServer((request, response) => {
    const { method, url = '' } = request
    response.setHeader('connection', 'close')
    if (method !== 'GET') {
      request.resume()
      seen.silent += 1
    } else if (url.startsWith('/v1/orders?')) response.writeHead(503, { 'retry-after': '60' }).end('{}')
    else response.end('{}')
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  return { server, sockets, seen, baseUrl: `http://127.0.0.1:${port}` }
}

/**
 * Makes that many calls with one signal, most of which come to their end, and then aborts those that still
 * wait: for an answer, between attempts, for their turn.
 *
 * @throws Error naming what is left of them: listeners, sockets or timers
 */
export async function requireNothingLeft(calls: number): Promise<void> {
  const { server, sockets, seen, baseUrl } = await startServer()
  const { clock, pending } = countTimers()
  const controller = new AbortController()
  const { signal } = controller
  const key = { baseUrl, keyId: KEY_ID, secret: SECRET, clock, logLevel: 'off' } as const
  const mp = new MerchantPay({ ...key, rateLimit: false })
  const narrow = new MerchantPay({ ...key, rateLimit: { limit: 1, windowMs: 60_000 } })
  const options = { signal, deadlineMs: Number.POSITIVE_INFINITY }
  const many = <T>(call: () => PromiseLike<T>) => Array.from({ length: WIDTH }, call)
  const counts = () => ({
    listeners: getEventListeners(signal, 'abort').length,
    sockets: sockets.size,
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
    while (seen.silent < WIDTH || pending.size < waiting.length + 1) await setImmediate()
    if (getEventListeners(signal, 'abort').length !== 1) throw new Error('calls do not share one listener')
    controller.abort()
    const errors = await Promise.all(waiting)
    const aborted = errors.filter((error) => error instanceof AbortError && error.cause === signal.reason)
    if (aborted.length < errors.length) throw new Error(`${aborted.length} of ${errors.length} were aborted`)
    const end = performance.now() + CLOSE_MS
    while (sockets.size > 0 && performance.now() < end) await setImmediate()
    requireNone(counts(), 'after an abort')
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

function requireNone(counts: Record<string, number>, when: string, besides: readonly string[] = []): void {
  for (const [name, count] of Object.entries(counts)) {
    if (count > 0 && !besides.includes(name)) throw new Error(`${when} there are ${count} ${name}`)
  }
}
