import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Certificate } from '../../../../../test-support/net/certificate.js'

/** The webhooks received under one id. */
export interface Arrival {
  readonly event: string
  /** Id of its order or withdrawal. */
  readonly subject: string
  readonly bodies: Set<string>
  /** Time of arrival, by the monotonic clock. */
  readonly times: number[]
}

/** A merchant's receiver that outlives the servers. */
export interface WebhookLog {
  readonly url: string
  readonly arrivals: ReadonlyMap<string, Arrival>
  close(): void
}

export async function startWebhookLog({ key, cert }: Certificate): Promise<WebhookLog> {
  const arrivals = new Map<string, Arrival>()
  const server = createServer({ key, cert }, async (request, response) => {
    const body = (await buffer(request)).toString('utf8')
    const id = String(request.headers['x-webhook-id'])
    const known = arrivals.get(id) ?? readArrival(body)
    known.bodies.add(body)
    known.times.push(performance.now())
    arrivals.set(id, known)
    response.writeHead(204).end()
  })
  // A sender may be killed during a request.
  server.on('clientError', (_, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `https://127.0.0.1:${port}/hooks`,
    arrivals,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function readArrival(body: string): Arrival {
  const { event, data } = JSON.parse(body) as { event: string; data: Record<string, string> } // sent by the server
  return { event, subject: data.withdrawal_id ?? data.order_id ?? '', bodies: new Set(), times: [] }
}
