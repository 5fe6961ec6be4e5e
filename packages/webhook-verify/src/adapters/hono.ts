import type { Receiver } from '../receiver/receiver.js'
import { webWebhook } from './web.js'

/** What the adapter uses of a context of Hono. */
export interface HonoContext {
  readonly req: { readonly raw: Request }
}

/**
 * A handler for Hono, on every runtime. When a middleware has read the body before, it answers 500 `raw_body_required`:
 * what Hono keeps of a body that was read as text is no longer its bytes.
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
 *   dedupe: memoryDedupe(), // in a shop, a store that outlives the process
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
