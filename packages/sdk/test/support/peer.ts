import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request as a peer saw it. */
export interface Received {
  readonly method: string
  /** Request target exactly as received. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** When its last byte was here, milliseconds of the monotonic clock. */
  readonly at: number
  /** When its connection was gone, nanoseconds of a clock that all processes share. */
  closedAt?: bigint
}

/** How a request is answered, if it is. */
export type Answer = (response: ServerResponse, request: Received) => unknown
/** An answer that is the same for every request. */
export type Reply = (response: ServerResponse) => void

/** A real HTTP server on loopback. */
export interface Peer {
  readonly url: string
  /** Every request, in order. */
  readonly seen: readonly Received[]
  stop(): void
}

/** Starts a server that takes a request whole before it answers. */
export async function startPeer(answer: Answer): Promise<Peer> {
  const seen: Received[] = []
  const server = createServer(async (message, response) => {
    const { method = '', url: target = '', headers, socket } = message
    const body = await buffer(message).catch(() => undefined) // a client may break its connection anywhere
    if (!body) return
    const request: Received = { method, target, headers, body, at: performance.now() }
    // A connection that is kept carries many requests, and each has its listener.
    socket.setMaxListeners(0).once('close', () => {
      request.closedAt = process.hrtime.bigint()
    })
    seen.push(request)
    answer(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, seen, stop }
}

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

/** Answers with an error message. */
export function refusal(status: number, error: string, headers: Record<string, string> = {}): Reply {
  return json(status, { error }, headers)
}

/** Breaks the connection instead of answering, after the request was read. */
export const reset: Reply = (response) => void response.socket?.resetAndDestroy()

/** Never answers. */
export const silence: Reply = () => {}

/** Sends a head and part of a body, and then nothing. */
export function stall(status: number): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.write('{"id":')
  }
}

/** Sends an event stream from text; `open` keeps the connection. */
export function events(text: string, open = false): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(text)
    if (!open) response.end()
  }
}
