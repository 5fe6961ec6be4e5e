/** The merchant's receiver: an HTTPS server that verifies each delivery before it answers. */
import { EventEmitter, on, once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type VerifiedWebhook, type Verifier, WebhookVerificationError } from '@merchantpay/webhook-verify'
import type { Certificate } from '../../test-support/net/certificate.js'

export interface Delivery {
  webhook: VerifiedWebhook
  body: Buffer
  headers: Record<string, string | string[] | undefined>
}

export interface Receiver {
  url: string
  /** The next delivery that was not returned yet. Rejects when a signature does not verify. */
  next(): Promise<Delivery>
  close(): void
}

export async function startReceiver(certificate: Certificate, verifier: Verifier): Promise<Receiver> {
  const server = createServer(certificate)
  const arrivals = new EventEmitter()
  const deliveries = on(arrivals, 'delivery')
  server.on('request', async (request, response) => {
    const { headers } = request
    const body = await buffer(request)
    try {
      const webhook = verifier.verify(body, headers)
      response.writeHead(204).end()
      arrivals.emit('delivery', { webhook, body, headers })
    } catch (error) {
      response.writeHead(error instanceof WebhookVerificationError ? error.status : 500).end()
      arrivals.emit('delivery', error)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `https://127.0.0.1:${port}/webhooks`,
    async next() {
      const { value } = await deliveries.next()
      const [arrival] = value as [Delivery | Error] // the type that is emitted above
      if (arrival instanceof Error) throw arrival
      return arrival
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
