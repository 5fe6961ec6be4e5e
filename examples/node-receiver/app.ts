import { createServer, type Server } from 'node:http'
import type { Receiver } from '@merchantpay/webhook-verify'
import { nodeWebhook } from '@merchantpay/webhook-verify/node'

/** Makes a server with the receiver at /webhooks. */
export function createApp(receiver: Receiver): Server {
  const receive = nodeWebhook(receiver)
  return createServer((request, response) => {
    if (request.url === '/webhooks') void receive(request, response)
    else response.writeHead(404).end()
  })
}
