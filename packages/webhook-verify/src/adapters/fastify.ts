import type { Receiver } from '../receiver/receiver.js'
import { bodyOf, headersOf, type NodeRequest } from './node-io.js'

/** The members of a request of Fastify that the adapter uses. */
export interface FastifyRequest {
  readonly raw: NodeRequest
}

/** The members of a reply that the adapter uses. */
export interface FastifyReply {
  code(status: number): FastifyReply
  headers(headers: Record<string, string>): FastifyReply
  send(body: string): unknown
}

/** The members of a Fastify server that the adapter uses. */
export interface FastifyScope {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    contentType: string,
    parser: (request: FastifyRequest, payload: unknown, done: (error: null) => void) => void,
  ): unknown
  all(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown
}

/** Options of the plugin. */
export interface FastifyWebhookOptions {
  /** The route. It answers every method; all but POST with 405. */
  path: string
  /** The receiver that handles the requests. */
  receiver: Receiver
}

/**
 * A plugin for Fastify. In its own scope it leaves every body unread, whatever its content type, so that the receiver's
 * limit and deadline apply. The parsers of the app stay as they are.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
 * import { fastifyWebhook } from '@merchantpay/webhook-verify/fastify'
 * import fastify from 'fastify'
 *
 * const receiver = createReceiver({
 *   secrets: process.env.WEBHOOK_SECRET,
 *   dedupe: memoryDedupe(), // in production, a store that outlives the process
 *   on: { 'payment.confirmed': ({ data }) => console.log('fulfil', data.order_id) },
 * })
 * const app = fastify()
 * app.register(fastifyWebhook, { path: '/webhooks', receiver })
 * ```
 */
export async function fastifyWebhook(
  scope: FastifyScope,
  { path, receiver }: FastifyWebhookOptions,
): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  scope.all(path, async ({ raw }, reply) => {
    const { method } = raw
    const { status, headers, body } = await receiver.handle(bodyOf(raw), headersOf(raw), { method })
    return reply.code(status).headers(headers).send(body)
  })
}
