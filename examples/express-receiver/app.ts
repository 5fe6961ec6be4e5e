import { createVerifier, isWebhookVerificationError, type VerifiedWebhook } from '@merchantpay/webhook-verify'
import express, { type ErrorRequestHandler, type Express } from 'express'

type OnEvent = (webhook: VerifiedWebhook) => void | Promise<void>

/**
 * A receiver at POST /webhooks that hands every event to `onEvent` once, however often it is delivered.
 *
 * @throws WebhookVerificationError `invalid_secret`
 */
export function createApp(secret: string, onEvent: OnEvent): Express {
  const verifier = createVerifier({ secrets: secret })
  // A shop keeps these in its database, under a unique key, and in the transaction that fulfils the order.
  const handled = new Map<string, Promise<void>>()

  function handleOnce(webhook: VerifiedWebhook): Promise<void> {
    if (!webhook.known) return handle(webhook)
    // By event and subject: one order can expire first and be paid later.
    const { event, data } = webhook.event
    const key = `${event} ${'order_id' in data ? data.order_id : data.withdrawal_id}`
    const earlier = handled.get(key)
    if (earlier) return earlier
    const handling = handle(webhook)
    handled.set(key, handling)
    handling.catch(() => handled.delete(key)) // so that the next attempt tries again
    return handling
  }

  async function handle(webhook: VerifiedWebhook): Promise<void> {
    await onEvent(webhook)
  }

  const app = express()
  // The signature covers the bytes as they were sent, so no JSON parser may run before this route.
  app.post('/webhooks', express.raw({ type: 'application/json' }), async (request, response) => {
    const webhook = verifier.verify(request.body, request.headers)
    await handleOnce(webhook)
    response.json({ received: webhook.event.event })
  })
  app.use(answerError)
  return app
}

/** Tells the caller the code alone, and us the rest. Anything but a 2xx makes the server deliver again. */
const answerError: ErrorRequestHandler = (error, _request, response, next) => {
  if (!isWebhookVerificationError(error)) return next(error)
  console.error(`${error}`)
  response.status(error.status).json({ error: error.code })
}
