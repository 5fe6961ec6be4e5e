import type { AsyncBodyInput, BodyInput } from './body/bytes.js'
import type { Receiver } from './receiver/receiver.js'
import type { ReceiverOptions } from './receiver/receiver-options.js'
import type { HeadersInput } from './signature/header-fields.js'
import type { SignOptions } from './signature/sign.js'
import type { VerifiedSignature, VerifierOptions, VerifyOptions } from './signature/signature-check.js'
import type { VerifiedWebhook, Verifier } from './verifier/verifier.js'

/** A request and all it takes to verify it. */
export interface VerifyWebhookOptions extends VerifierOptions, VerifyOptions {
  /** The body exactly as received. */
  body: BodyInput
  /** The headers in any carrier, or the value of X-Merchant-Signature. */
  headers: HeadersInput
}

/** The same for the asynchronous calls, which take a body that is still unread as well. */
export interface VerifyWebhookAsyncOptions extends Omit<VerifyWebhookOptions, 'body'> {
  body: AsyncBodyInput
}

/**
 * The functions of this package. Each of its faces has them all: one on node:crypto, one on WebCrypto. On the latter a
 * call that cannot wait accepts nothing: `verify`, `verifySignature`, `verifyWebhook` and `signWebhook` throw
 * `sync_unavailable`, and `safeVerify` returns it. A call that ends in `Async` gives a promise on both, which counts as
 * true until it is awaited.
 */
export interface Face {
  /**
   * Makes a verifier, once per server: options are checked and secrets imported here and not per request.
   *
   * @throws WebhookVerificationError `invalid_secret` for what cannot be a webhook secret, `invalid_option` for a
   *   tolerance that is neither a whole number of seconds nor `Infinity`
   * @see the interface, «Webhook signature»; openapi/DECISIONS.md «Webhooks»
   * @example
   * ```ts
   * import { createVerifier, signWebhook } from '@merchantpay/webhook-verify'
   *
   * const verifier = createVerifier({
   *   secrets: [{ id: '2026', secret: 'whsec_new' }, { id: '2025', secret: 'whsec_old', expiresAt: Date.now() + 86_400_000 }],
   * })
   * const body = '{"event":"order.archived","timestamp":"2026-01-01T00:00:00Z","data":{}}'
   * const header = signWebhook({ body, secrets: 'whsec_old', timestamp: Math.floor(Date.now() / 1000) })
   * console.log(verifier.verify(body, { 'X-Merchant-Signature': header }).secretId) // 2025
   * ```
   */
  createVerifier(options: VerifierOptions): Verifier

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
  verifyWebhook(options: VerifyWebhookOptions): VerifiedWebhook

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
  verifySignature(options: VerifyWebhookOptions): VerifiedSignature

  /**
   * `verifyWebhook` on every runtime, with an asynchronous resolver and unread bodies.
   *
   * @throws WebhookVerificationError whatever `createVerifier` and its `verifyAsync` throw, in a rejection
   * @see the interface, «Webhook signature»
   * @example
   * ```ts
   * import { signWebhookAsync, verifyWebhookAsync } from '@merchantpay/webhook-verify'
   *
   * const secrets = 'whsec_example'
   * const body = '{"event":"order.archived","timestamp":"2026-01-01T00:00:00Z","data":{}}'
   * const headers = await signWebhookAsync({ body, secrets, timestamp: Math.floor(Date.now() / 1000) })
   * const { event } = await verifyWebhookAsync({ body, headers, secrets: async () => secrets })
   * console.log(event.event) // order.archived
   * ```
   */
  verifyWebhookAsync(options: VerifyWebhookAsyncOptions): Promise<VerifiedWebhook>

  /**
   * `verifySignature` in the same way.
   *
   * @throws WebhookVerificationError whatever `createVerifier` and its `verifySignatureAsync` throw, in a rejection
   * @see the interface, «Webhook signature»
   * @example
   * ```ts
   * import { signWebhookAsync, verifySignatureAsync } from '@merchantpay/webhook-verify'
   *
   * const secrets = 'whsec_example'
   * const headers = await signWebhookAsync({ body: 'any bytes', secrets, timestamp: 1_700_000_000 })
   * const body = new Response('any bytes').body
   * const { signedAt } = await verifySignatureAsync({ body, headers, secrets, receivedAt: 1_700_000_012_000 })
   * console.log(signedAt) // 1700000000000
   * ```
   */
  verifySignatureAsync(options: VerifyWebhookAsyncOptions): Promise<VerifiedSignature>

  /**
   * Signs a body and returns the value for X-Merchant-Signature: `t=<timestamp>,v1=<hex>`, one `v1` a secret.
   *
   * @throws WebhookVerificationError `invalid_secret`, `invalid_option` for a timestamp that is no whole number in its
   *   range, `raw_body_required`, `invalid_body`, `secret_unavailable` when every secret has expired at `timestamp`
   * @see the interface, «Webhook signature»; openapi/DECISIONS.md «Webhooks»
   * @example
   * ```ts
   * import { signWebhook } from '@merchantpay/webhook-verify'
   *
   * const timestamp = Math.floor(Date.now() / 1000)
   * const header = signWebhook({ body: '{}', secrets: ['whsec_new', 'whsec_old'], timestamp })
   * console.log(header.split(',').length) // 3
   * ```
   */
  signWebhook(options: SignOptions): string

  /**
   * `signWebhook` on every runtime.
   *
   * @throws WebhookVerificationError what `signWebhook` throws, in a rejection
   * @see the interface, «Webhook signature»
   * @example
   * ```ts
   * import { signWebhookAsync } from '@merchantpay/webhook-verify'
   *
   * const header = await signWebhookAsync({ body: '{}', secrets: 'whsec_example', timestamp: 1_700_000_000 })
   * console.log(header.split(',')[0]) // t=1700000000
   * ```
   */
  signWebhookAsync(options: SignOptions): Promise<string>

  /**
   * Makes a receiver, once per server: it answers a request for whatever framework got it, and handles each event once.
   *
   * @throws WebhookVerificationError whatever `createVerifier` throws; `invalid_option` for an option that cannot work
   * @see the interface, «Webhook events»; openapi/DECISIONS.md «Webhooks»
   * @example
   * ```ts
   * import { createReceiver, signWebhook } from '@merchantpay/webhook-verify'
   * import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
   *
   * const receiver = createReceiver({
   *   secrets: 'whsec_example',
   *   dedupe: memoryDedupe(), // a shop keeps what it has fulfilled in its database
   *   on: { 'payment.expired': async (event) => console.log('give up', event.data.order_id) },
   * })
   * const body = '{"event":"payment.expired","timestamp":"2026-01-01T00:00:00Z","data":{"order_id":"A-1"}}'
   * const timestamp = Math.floor(Date.now() / 1000)
   * const headers = { 'X-Merchant-Signature': signWebhook({ body, secrets: 'whsec_example', timestamp }) }
   * console.log((await receiver.handle(body, headers)).body) // {"received":true}
   * console.log((await receiver.handle(body, headers)).body) // {"received":true,"duplicate":true}
   * ```
   */
  createReceiver(options: ReceiverOptions): Receiver
}
