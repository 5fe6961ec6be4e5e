import type { BodyInput } from './body.js'
import type { HeadersInput } from './headers.js'
import {
  createVerifier,
  type VerifiedSignature,
  type VerifiedWebhook,
  type VerifierOptions,
  type VerifyOptions,
} from './verifier.js'

/** A request and all it takes to verify it. */
export interface VerifyWebhookOptions extends VerifierOptions, VerifyOptions {
  /** The body exactly as received. */
  body: BodyInput
  /** The headers in any carrier, or the value of X-Merchant-Signature. */
  headers: HeadersInput
}

/**
 * Verifies one webhook and returns its event. A server makes a verifier once instead, see `createVerifier`.
 *
 * @throws WebhookVerificationError whatever `createVerifier` and its `verify` throw
 * @see the interface, «Webhook signature»
 * @example
 * ```ts
 * import { signWebhook, verifyWebhook } from '@merchantpay/webhook-verify'
 *
 * const secrets = 'whsec_example'
 * const body = '{"event":"order.archived","timestamp":"2026-01-01T00:00:00Z","data":{}}'
 * const headers = signWebhook({ body, secrets, timestamp: Math.floor(Date.now() / 1000) })
 * console.log(verifyWebhook({ body, headers, secrets }).event.event) // order.archived
 * ```
 */
export function verifyWebhook(options: VerifyWebhookOptions): VerifiedWebhook {
  return createVerifier(options).verify(options.body, options.headers, options)
}

/**
 * Verifies signature and age of one request and leaves its body unread, so that need not be JSON.
 *
 * @throws WebhookVerificationError whatever `createVerifier` and its `verifySignature` throw
 * @see the interface, «Webhook signature»
 * @example
 * ```ts
 * import { signWebhook, verifySignature } from '@merchantpay/webhook-verify'
 *
 * const secrets = 'whsec_example'
 * const headers = signWebhook({ body: 'any bytes', secrets, timestamp: 1_700_000_000 })
 * const receivedAt = 1_700_000_012_000
 * console.log(verifySignature({ body: 'any bytes', headers, secrets, receivedAt }).signedAt) // 1700000000000
 * ```
 */
export function verifySignature(options: VerifyWebhookOptions): VerifiedSignature {
  return createVerifier(options).verifySignature(options.body, options.headers, options)
}
