import type { Receiver } from '../receiver/receiver.js'
import { webWebhook } from './web.js'

/** The members of a context of Hono that the adapter uses. */
export interface HonoContext {
  readonly req: { readonly raw: Request }
}

/**
 * Makes a handler for Hono, on every runtime. When a middleware has read the body, it answers 500 `raw_body_required`:
 * Hono keeps a body that was read as text, and text is no longer the bytes.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
 * import { honoWebhook } from '@merchantpay/webhook-verify/hono'
 * import { Hono } from 'hono'
 *
 * const receiver = createReceiver({
 *   secrets: 'whsec_example',
 *   dedupe: memoryDedupe(), // in production, a store that outlives the process
 *   on: { 'payment.confirmed': ({ data }) => console.log('fulfil', data.order_id) },
 * })
 * const app = new Hono()
 * app.post('/webhooks', honoWebhook(receiver))
 * ```
 */
export function honoWebhook(receiver: Receiver): (context: HonoContext) => Promise<Response> {
  const answer = webWebhook(receiver)
  return ({ req }) => answer(req.raw)
}
