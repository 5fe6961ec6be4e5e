import type { Receiver } from '../receiver/receiver.js'
import type { FastifyReply, FastifyRequest } from './fastify.js'
import { bodyOf, headersOf, type NodeRequest, type NodeResponse, writeAnswer } from './node-io.js'

/** The body that Nest keeps when the app is made with `rawBody: true`. */
interface KeptBody {
  readonly rawBody?: unknown
}

/** The members of a request that the adapter uses, on Express and on Fastify. */
export type NestRequest = (NodeRequest & KeptBody) | (FastifyRequest & KeptBody)

/**
 * Makes a function that answers a request of a Nest controller with `@Req()` and `@Res()`, on Express and on Fastify. Make
 * the app with `rawBody: true`: Nest's parser reads the body first, and without its bytes the answer is 500
 * `raw_body_required`. On Express `bodyParser: false` works as well.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
 * import { nestWebhook } from '@merchantpay/webhook-verify/nest'
 *
 * const receiver = createReceiver({
 *   secrets: process.env.WEBHOOK_SECRET,
 *   dedupe: memoryDedupe(), // in production, a store that outlives the process
 *   on: { 'payment.confirmed': ({ data }) => console.log('fulfil', data.order_id) },
 * })
 * // In a controller: @Post('webhooks') receive(@Req() request, @Res() response) { return answer(request, response) }
 * export const answer = nestWebhook(receiver)
 * ```
 */
export function nestWebhook(
  receiver: Receiver,
): (request: NestRequest, response: NodeResponse | FastifyReply) => Promise<void> {
  return async (request, response) => {
    const raw = 'raw' in request ? request.raw : request
    const { method } = raw
    const answer = receiver.handle(bodyOf(raw, request.rawBody), headersOf(raw), { method })
    if ('setHeader' in response) return writeAnswer(response, answer)
    const { status, headers, body } = await answer
    await response.code(status).headers(headers).send(body)
  }
}
