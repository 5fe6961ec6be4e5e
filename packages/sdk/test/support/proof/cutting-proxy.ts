import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request that passed the proxy, with everything that identifies a repeat. */
export interface Passed {
  readonly method: string
  readonly target: string
  readonly idempotencyKey: string
  readonly body: string
}

/** A proxy in front of a server that loses answers. */
export interface CuttingProxy {
  readonly url: string
  /** Every request, in order. */
  readonly passed: readonly Passed[]
  stop(): Promise<void>
}

/**
 * Forwards each request and waits for the whole answer, so that the server has acted. The first answer to a request is
 * lost: in turn before its head and within its body.
 */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const passed: Passed[] = []
  const known = new Set<string>()
  const server = createServer(async (incoming, response) => {
    const entry = await describe(incoming)
    passed.push(entry)
    const answer = await forward(target, incoming, entry.body)
    const identity = JSON.stringify(entry)
    if (known.has(identity)) return void response.writeHead(answer.status, answer.headers).end(answer.body)
    known.add(identity)
    if (known.size % 2 === 0) loseWithinBody(response, answer)
    else incoming.socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  return {
    url: `http://127.0.0.1:${port}`,
    passed,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Whole {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

async function describe(incoming: IncomingMessage): Promise<Passed> {
  const { method = '', url = '', headers } = incoming
  const body = (await buffer(incoming)).toString('latin1') // one character a byte, so nothing is lost
  return { method, target: url, idempotencyKey: `${headers['idempotency-key'] ?? ''}`, body }
}

async function forward(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: string,
): Promise<Whole> {
  const outgoing = request(target + url, { method, headers })
  outgoing.end(Buffer.from(body, 'latin1'))
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage] // what this event carries
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
}

/** Breaks off after half of the body, which its length promises whole. */
function loseWithinBody(response: ServerResponse, { status, headers, body }: Whole): void {
  response.writeHead(status, { ...headers, 'content-length': body.length })
  response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy())
}
