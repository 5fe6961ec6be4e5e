import type { Receiver } from '../receiver/receiver.js'
import { bodyOf, headersOf, type NodeRequest, type NodeResponse, writeAnswer } from './node-io.js'

/** What the adapter uses of a request of Express: the stream, or where a parser may have kept its bytes. */
export interface ExpressRequest extends NodeRequest {
  readonly body?: unknown
  readonly rawBody?: unknown
}

/**
 * A handler for Express 4 and 5. It takes the stream when no parser has read it; else the bytes that `express.raw()`
 * left in `request.body`, or that the `verify` option of `express.json()` kept in `request.rawBody`. When a parser has
 * left neither, it answers 500 `raw_body_required` at once.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
 * import { expressWebhook } from '@merchantpay/webhook-verify/express'
 * import express from 'express'
 *
 * const receiver = createReceiver({
 *   secrets: process.env.WEBHOOK_SECRET,
 *   dedupe: memoryDedupe(), // in a shop, a store that outlives the process
 *   on: { 'payment.confirmed': ({ data }) => console.log('fulfil', data.order_id) },
 * })
 * const app = express()
 * app.post('/webhooks', expressWebhook(receiver)) // before app.use(express.json())
 * ```
 */
export function expressWebhook(
  receiver: Receiver,
): (request: ExpressRequest, response: NodeResponse) => Promise<void> {
  return (request, response) => {
    const { method, body, rawBody } = request
    const answer = receiver.handle(bodyOf(request, body, rawBody), headersOf(request), { method })
    return writeAnswer(response, answer)
  }
}
