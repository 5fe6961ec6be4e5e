import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as the server saw it. */
export interface Received {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** When its last byte was here, milliseconds of the monotonic clock. */
  readonly at: number
  /** When its connection was gone, nanoseconds of a clock that all processes share. */
  closedAt?: bigint
}

/** How one request is answered. */
export type Answer = (response: ServerResponse, request: Received) => unknown

/** A loopback server that answers from a script and remembers what it saw. */
export interface Lab {
  readonly origin: string
  readonly received: Received[]
  stop(): void
}

/** Starts a server. Requests of one method and target walk through the script; its last answer repeats. */
export async function openLab(script: readonly Answer[]): Promise<Lab> {
  const received: Received[] = []
  const server = createServer((message, response) => {
    const { method = '', url: target = '', headers, socket } = message
    const chunks: Buffer[] = []
    message.on('error', () => {}) // what breaks a connection here is part of the fault
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const request: Received = { method, target, headers, body, at: performance.now() }
      const nth = received.filter((each) => each.method === method && each.target === target).length
      received.push(request)
      socket.once('close', () => {
        request.closedAt = process.hrtime.bigint()
      })
      script[Math.min(nth, script.length - 1)]?.(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { origin: `http://127.0.0.1:${port}`, received, stop }
}

/** One body that every client takes for the resource it asked for. */
const RESOURCE = {
  id: 'o1',
  object: 'charge',
  status: 'OPEN',
  result: { id: 'o1' },
  type: 'text',
  slug: 'bench',
  name: 'bench',
  organization_id: '1dbfc517-0bbf-4301-9ba8-555ca42b9737',
  created_at: '2026-01-01T00:00:00Z',
  modified_at: null,
  metadata: {},
  properties: {},
}

/** Answers with JSON. */
export function json(status: number, body: object, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

export const success: Answer = (response, request) =>
  json(request.method === 'POST' ? 201 : 200, RESOURCE)(response, request)

/** Refuses with a message, and perhaps with `Retry-After`. */
export const refusal = (status: number, error: string, retryAfter?: string): Answer =>
  json(status, { error }, retryAfter === undefined ? {} : { 'retry-after': retryAfter })

/** Breaks the connection after the request was taken. */
export const reset: Answer = (response) => response.socket?.resetAndDestroy()
