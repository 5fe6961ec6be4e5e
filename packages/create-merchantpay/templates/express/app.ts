import { expressWebhook } from '@merchantpay/webhook-verify/express'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
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
  // Express answers with the status of an error, and that of the SDK is the service's answer to the shop.
  app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    console.error(error)
    if (response.headersSent) return next(error)
    response.status(502).send('The payment page cannot be opened now. Please try again.')
  })
  return app
}
