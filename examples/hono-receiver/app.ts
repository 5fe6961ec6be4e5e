import type { Receiver } from '@merchantpay/webhook-verify'
import { honoWebhook } from '@merchantpay/webhook-verify/hono'
import { Hono } from 'hono'

/** Makes an app with the receiver at /webhooks. No middleware may read the body before it. */
export function createApp(receiver: Receiver): Hono {
  return new Hono().post('/webhooks', honoWebhook(receiver))
}
