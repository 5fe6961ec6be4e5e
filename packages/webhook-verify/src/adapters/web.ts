import type { Receiver } from '../receiver/receiver.js'

/**
 * Makes a fetch handler: for Workers, Deno, Bun, and the routes of SvelteKit and Remix. It reads the body as bytes. When
 * the body has been read, it answers 500 `raw_body_required` at once.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
 * import { webWebhook } from '@merchantpay/webhook-verify/web'
 *
 * const receiver = createReceiver({
 *   secrets: 'whsec_example',
 *   dedupe: memoryDedupe(), // in production, a store that outlives the process
 *   on: { 'payment.confirmed': ({ data }) => console.log('fulfil', data.order_id) },
 * })
 * export default { fetch: webWebhook(receiver) }
 * ```
 */
export function webWebhook(receiver: Receiver): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, headers: sent, signal } = request
    // A request without a body counts as one with an empty body.
    const bytes = request.bodyUsed ? undefined : (request.body ?? '')
    const { status, headers, body } = await receiver.handle(bytes, sent, { method, signal })
    return new Response(body, { status, headers })
  }
}
