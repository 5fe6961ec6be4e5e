import { nodeWebhook } from './node.js'
import { webWebhook } from './web.js'

/**
 * Makes a route handler for the app router of Next, in `app/…/route.ts`. Next itself answers 405 to every method but POST.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
 * import { nextWebhook } from '@merchantpay/webhook-verify/next'
 *
 * const receiver = createReceiver({
 *   secrets: process.env.WEBHOOK_SECRET,
 *   dedupe: memoryDedupe(), // in production, a store that outlives the process
 *   on: { 'payment.confirmed': ({ data }) => console.log('fulfil', data.order_id) },
 * })
 * export const POST = nextWebhook(receiver)
 * ```
 */
export const nextWebhook: typeof webWebhook = webWebhook

/**
 * Makes an API route for the pages router of Next, in `pages/api/…`. The file must export `config` as below; otherwise
 * Next reads the body first and the answer is 500 `raw_body_required`.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
 * import { nextPagesWebhook } from '@merchantpay/webhook-verify/next'
 *
 * const receiver = createReceiver({
 *   secrets: process.env.WEBHOOK_SECRET,
 *   dedupe: memoryDedupe(), // in production, a store that outlives the process
 *   on: { 'payment.confirmed': ({ data }) => console.log('fulfil', data.order_id) },
 * })
 * export const config = { api: { bodyParser: false } }
 * export default nextPagesWebhook(receiver)
 * ```
 */
export const nextPagesWebhook: typeof nodeWebhook = nodeWebhook
