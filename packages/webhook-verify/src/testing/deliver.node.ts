import type { UnknownWebhookEvent } from '../verifier/payload.js'
import { type SignedRequestOptions, signedRequest } from './signed-request.node.js'

/** How long the service waits for an answer. */
const ANSWER_WITHIN_MS = 10_000

/** Options of a delivery. */
export interface DeliverOptions extends SignedRequestOptions {
  /** Aborts the delivery. Default: it is aborted after 10 s, as the service does. */
  signal?: AbortSignal | undefined
}

/**
 * Sends a signed event to a receiver as the service does: one POST, no redirect followed, 10 s for the answer.
 *
 * @throws WebhookVerificationError as `signedRequest`; the error of `fetch` in a rejection when no answer arrives
 * @example
 * ```ts
 * import { once } from 'node:events'
 * import { createServer } from 'node:http'
 * import { deliver, fixtures } from '@merchantpay/webhook-verify/testing'
 *
 * const server = createServer((_, response) => response.end('{"received":true}')).listen(0, '127.0.0.1')
 * await once(server, 'listening')
 * const address = server.address()
 * const port = typeof address === 'object' ? address?.port : address
 * const url = `http://127.0.0.1:${port}/webhooks`
 * const answer = await deliver(url, fixtures['payment.confirmed'], { secret: 'whsec_example', variant: 'forged' })
 * console.log(answer.status) // 200
 * server.close()
 * ```
 */
export function deliver(
  url: string | URL,
  event: UnknownWebhookEvent,
  { signal = AbortSignal.timeout(ANSWER_WITHIN_MS), ...options }: DeliverOptions,
): Promise<Response> {
  const { body, headers } = signedRequest(event, options)
  return fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
}
