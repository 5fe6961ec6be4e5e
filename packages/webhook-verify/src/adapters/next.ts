import { nodeWebhook } from './node.js'
import { webWebhook } from './web.js'

/**
 * A route handler for the app router of Next, in `app/…/route.ts`. Next itself answers 405 to every method but POST.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { nextWebhook } from '@merchantpay/webhook-verify/next'
 *
 * const receiver = createReceiver({
 *   secrets: 'whsec_example',
 *   on: { 'payment.confirmed': ({ data }) => console.log('fulfil', data.order_id) },
 * })
 * export const POST = nextWebhook(receiver)
 * ```
 */
export const nextWebhook: typeof webWebhook = webWebhook

/**
 * An API route for the pages router of Next, in `pages/api/…`. The file must export `config` as below, or Next reads
 * the body first and the answer is 500 `raw_body_required`.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { nextPagesWebhook } from '@merchantpay/webhook-verify/next'
 *
 * const receiver = createReceiver({
 *   secrets: 'whsec_example',
 *   on: { 'payment.confirmed': ({ data }) => console.log('fulfil', data.order_id) },
 * })
 * export const config = { api: { bodyParser: false } }
 * export default nextPagesWebhook(receiver)
 * ```
 */
export const nextPagesWebhook: typeof nodeWebhook = nodeWebhook
