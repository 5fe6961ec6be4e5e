import type { Receiver } from '../receiver/receiver.js'
import { bodyOf, headersOf, type NodeRequest, type NodeResponse, writeAnswer } from './node-io.js'

/** The members of a request of Express that the adapter uses: the stream, and where a parser may keep its bytes. */
export interface ExpressRequest extends NodeRequest {
  readonly body?: unknown
  readonly rawBody?: unknown
}

/**
 * Makes a handler for Express 4 and 5. The handler reads the stream when no parser has read it. Otherwise it takes the
 * bytes that `express.raw()` left in `request.body`, or that the `verify` option of `express.json()` kept in
 * `request.rawBody`. Without either it answers 500 `raw_body_required` at once.
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
 *   dedupe: memoryDedupe(), // in production, a store that outlives the process
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
