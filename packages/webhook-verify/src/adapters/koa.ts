import type { Receiver } from '../receiver/receiver.js'
import { bodyOf, headersOf, type NodeRequest } from './node-io.js'

/** The members of a context of Koa that the adapter uses. */
export interface KoaContext {
  readonly req: NodeRequest
  status: number
  body: unknown
  set(headers: Record<string, string>): unknown
}

/**
 * Makes a middleware for Koa and its routers. It reads the stream and ignores the `rawBody` of Koa's parsers, which is
 * decoded text. When a parser has read the stream, it answers 500 `raw_body_required` at once.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
 * import { koaWebhook } from '@merchantpay/webhook-verify/koa'
 * import Koa from 'koa'
 *
 * const receiver = createReceiver({
 *   secrets: process.env.WEBHOOK_SECRET,
 *   dedupe: memoryDedupe(), // in production, a store that outlives the process
 *   on: { 'payment.confirmed': ({ data }) => console.log('fulfil', data.order_id) },
 * })
 * const app = new Koa()
 * app.use(koaWebhook(receiver))
 * ```
 */
export function koaWebhook(receiver: Receiver): (context: KoaContext) => Promise<void> {
  return async (context) => {
    const { req: request } = context
    const { method } = request
    const { status, headers, body } = await receiver.handle(bodyOf(request), headersOf(request), { method })
    context.status = status
    context.set(headers)
    context.body = body
  }
}
