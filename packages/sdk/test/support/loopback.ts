import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { MerchantPay } from '../../src/client.js'
import type { ClientOptions } from '../../src/options.js'
import { KEY_ID, SECRET } from './keys.js'

export { KEY_ID, SECRET }

/** What the loopback server saw of one request. */
export interface Seen {
  method: string
  target: string
  headers: IncomingMessage['headers']
  body: Buffer
  /** Milliseconds of the monotonic clock. */
  at: number
  /** Whether its connection is closed. */
  isClosed: boolean
}

export type Answer = (response: ServerResponse, seen: Seen) => void

/** A real HTTP server that answers request after request from a script; the last answer repeats. */
export interface Loopback {
  url: string
  seen: Seen[]
}

export async function loopback(...script: Answer[]): Promise<Loopback> {
  const seen: Seen[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const at = performance.now()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const entry = { method, target: url, headers, body: Buffer.concat(chunks), at, isClosed: false }
      request.socket.on('close', () => {
        entry.isClosed = true
      })
      seen.push(entry)
      script[Math.min(seen.length, script.length) - 1]?.(response, entry)
    })
    request.on('error', () => {})
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  return { url: `http://127.0.0.1:${port}`, seen }
}

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

/** Answers with an error message. */
export function refusal(status: number, error: string, headers: Record<string, string> = {}): Answer {
  return json(status, { error }, headers)
}

/** Closes the connection instead of answering, after the request was read. */
export const reset: Answer = (response) => response.socket?.destroy()

/** Never answers. */
export const silence: Answer = () => {}

/** Sends a head and part of a body, and then nothing. */
export function stall(status: number): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.write('{"id":')
  }
}

/** Sends an event stream from text; `open` keeps the connection. */
export function events(text: string, open = false): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(text)
    if (!open) response.end()
  }
}

/** A client of a loopback server, with a test key and no limit of its own. */
export function client(server: { url: string }, options: ClientOptions = {}): MerchantPay {
  const key = { keyId: KEY_ID, secret: SECRET, rateLimit: false } as const
  return new MerchantPay({ baseUrl: server.url, ...key, ...options })
}

/** A `fetch` that keeps its answers, so that a test sees how far their reading has come. */
export function keepAnswers(): { fetch: typeof globalThis.fetch; answers: Response[] } {
  const answers: Response[] = []
  const fetch: typeof globalThis.fetch = async (...args) => {
    const answer = await globalThis.fetch(...args)
    answers.push(answer)
    return answer
  }
  return { fetch, answers }
}

/** What a server asks for in tests that wait for the wait: no other timer lasts as long. */
export const LONG_WAIT_SECONDS = 47

/** @returns whether the wait that the server asked for has begun */
export function watchLongWait(): () => boolean {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  const isLong = (ms = 0) => Math.abs(ms - LONG_WAIT_SECONDS * 1_000) < 2_100 // spread by up to 2 s
  return () => timers.mock.calls.some(([, ms]) => isLong(ms))
}

/** Waits for something that a socket brings about. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

/** The error a promise rejects with. @throws when it resolves */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`resolved with ${JSON.stringify(value)}`)
    },
    (error: unknown) => error,
  )
}
