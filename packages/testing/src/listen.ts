import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { originForm } from '@merchantpay/core/request-target'
import { internalError, isConnectionError } from './http/connection.js'
import type { TestServer } from './test-server.js'

/** An in-memory service that listens on loopback. */
export interface ListeningServer {
  /** URL on loopback, with the service's path prefix. */
  readonly baseUrl: string
  /** Requests without a complete answer. An open stream counts, an idle connection does not. */
  readonly openRequests: number
  /** Stops it and closes every connection. */
  close(): Promise<void>
}

/**
 * Serves the in-memory service on a real socket of Node, for tests of aborts and leaks: a reset destroys the socket, a
 * stall keeps it open, and a client that disconnects ends its stream.
 *
 * @example
 * const server = createTestServer({ clock: systemClock })
 * const { baseUrl, close } = await listen(server)
 * const mp = new MerchantPay({ ...server.keys.test, baseUrl })
 */
export async function listen(server: Pick<TestServer, 'baseUrl' | 'answer'>): Promise<ListeningServer> {
  let openRequests = 0
  const http = createServer((request, response) => {
    openRequests += 1
    response.once('close', () => {
      openRequests -= 1
    })
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    answerTo(server, request, gone.signal)
      .then((answer) => send(answer, response))
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(0, '127.0.0.1', resolve)
  })
  const address = http.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { pathname } = new URL(server.baseUrl)
  return {
    baseUrl: `http://127.0.0.1:${port}${pathname.replace(/\/$/, '')}`,
    get openRequests() {
      return openRequests
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

/** The answer of the service. @throws for a connection that breaks and for a client that disconnects */
async function answerTo(
  server: Pick<TestServer, 'answer'>,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<Response> {
  const {
    method = '',
    url = '',
    headers: { host },
  } = request
  const target = originForm(url, host) ?? '*' // no path of the service
  const body = new Uint8Array(await readAll(request))
  const headers = new Headers(pairsOf(request.rawHeaders))
  try {
    return await server.answer({ method, target, headers, body, signal })
  } catch (error) {
    if (isConnectionError(error) || signal.aborted) throw error
    return internalError(error)
  }
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.sendDate = false
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.flushHeaders()
  const reader = answer.body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    const isTaken = response.write(part.value)
    if (!isTaken) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
  }
  response.end()
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Every header as received: a repeated Authorization is joined, as `fetch` joins it. */
function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) =>
    at % 2 === 0 ? [[name, raw[at + 1] ?? ''] satisfies [string, string]] : [],
  )
}
