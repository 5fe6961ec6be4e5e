import { expressWebhook } from '@merchantpay/webhook-verify/express'
import express, { type Express } from 'express'
import { createOrder } from './orders.js'
import { openReceiver } from './receiver.js'

/** Makes the app: a page to pay on for each cart, and the webhooks. */
export function createApp(): Express {
  const { DATABASE_FILE = 'webhooks.sqlite', WEBHOOK_SECRET } = process.env
  const app = express()
  // Before any JSON parser: the signature covers the bytes.
  app.post('/webhooks', expressWebhook(openReceiver(DATABASE_FILE, WEBHOOK_SECRET)))
  app.post('/carts/:id/checkout', async (request, response) => {
    const order = await createOrder({ id: request.params.id, attempt: 1, amount: '25.00' })
    response.redirect(303, order.payment_url)
  })
  return app
}
