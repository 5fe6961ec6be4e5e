import { honoWebhook } from '@merchantpay/webhook-verify/hono'
import { Hono } from 'hono'
import { createOrder } from './orders.js'
import { openReceiver } from './receiver.js'

/** Makes the app: a page to pay on for each cart, and the webhooks. */
export function createApp(): Hono {
  const { DATABASE_FILE = 'webhooks.sqlite', WEBHOOK_SECRET } = process.env
  return new Hono()
    .post('/webhooks', honoWebhook(openReceiver(DATABASE_FILE, WEBHOOK_SECRET)))
    .post('/carts/:id/checkout', async (context) => {
      const order = await createOrder({ id: context.req.param('id'), attempt: 1, amount: '25.00' })
      return context.redirect(order.payment_url, 303)
    })
}
