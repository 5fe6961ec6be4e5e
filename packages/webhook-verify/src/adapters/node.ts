import type { Receiver } from '../receiver/receiver.js'
import { bodyOf, headersOf, type NodeRequest, type NodeResponse, writeAnswer } from './node-io.js'

export type { NodeRequest, NodeResponse }

/**
 * Makes a listener for `node:http` and `node:https`. It reads the stream up to the receiver's limit and deadline. Its
 * promise resolves when the answer is written, and never rejects.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
 * import { nodeWebhook } from '@merchantpay/webhook-verify/node'
 *
 * const receiver = createReceiver({
 *   secrets: process.env.WEBHOOK_SECRET,
 *   dedupe: memoryDedupe(), // in production, a store that outlives the process
 *   on: { 'payment.confirmed': ({ data }) => console.log('fulfil', data.order_id) },
 * })
 * export const server = createServer(nodeWebhook(receiver))
 * ```
 */
export function nodeWebhook(
  receiver: Receiver,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return (request, response) => {
    const { method } = request
    return writeAnswer(response, receiver.handle(bodyOf(request), headersOf(request), { method }))
  }
}
