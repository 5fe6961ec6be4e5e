import type { Receiver } from '@merchantpay/webhook-verify'
import { fastifyWebhook } from '@merchantpay/webhook-verify/fastify'
import { type FastifyInstance, fastify } from 'fastify'

/** Makes an app with the receiver at /webhooks. Its plugin leaves the bodies of this route unread, and those of no other. */
export function createApp(receiver: Receiver): FastifyInstance {
  const app = fastify()
  app.register(fastifyWebhook, { path: '/webhooks', receiver })
  return app
}
