import type { Receiver } from './receiver/receiver.js'
import type { ReceiverOptions } from './receiver/receiver-options.js'
import type { SignOptions } from './signature/sign.js'
import type { VerifiedSignature, VerifierOptions } from './signature/signature-check.js'
import type { VerifySignatureAsyncOptions, VerifySignatureOptions } from './signature/verify-signature.js'
import type { AsyncVerifier, Verifier } from './verifier/verifier.js'

/**
 * The functions that every runtime has. The build for WebCrypto has no others: WebCrypto answers with promises, so a
 * synchronous call cannot exist there.
 */
export interface PlatformApi {
  /**
   * Makes a verifier. Call it once per server: it checks the options and imports the secrets, so that requests need not.
   *
   * @throws WebhookVerificationError `invalid_secret` for a value that cannot be a webhook secret; `invalid_option` for a
   *   tolerance that is neither a whole number of seconds nor `Infinity`
   * @see the interface, "Webhook signature"; openapi/DECISIONS.md "Webhooks"
   * @example
   * ```ts
   * import { createVerifier, signWebhookAsync } from '@merchantpay/webhook-verify'
   *
   * const verifier = createVerifier({
   *   secrets: [{ id: '2026', secret: 'whsec_new' }, { id: '2025', secret: 'whsec_old', expiresAt: Date.now() + 86_400_000 }],
   * })
   * const body = '{"event":"order.archived","timestamp":"2026-01-01T00:00:00Z","data":{}}'
   * const header = await signWebhookAsync({ body, secrets: 'whsec_old', timestamp: Math.floor(Date.now() / 1000) })
   * const { secretId } = await verifier.verifyAsync(body, { 'X-Merchant-Signature': header })
   * console.log(secretId) // 2025
   * ```
   */
  createVerifier(options: VerifierOptions): AsyncVerifier

  /**
   * Makes a receiver. Call it once per server: a receiver verifies requests of any framework and handles each event once.
   *
   * @throws WebhookVerificationError as `createVerifier`; `invalid_option` for any other option out of its range
   * @see the interface, "Webhook events"; openapi/DECISIONS.md "Webhooks"
   * @example
   * ```ts
   * import { createReceiver, signWebhookAsync } from '@merchantpay/webhook-verify'
   * import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
   *
   * const receiver = createReceiver({
   *   secrets: 'whsec_example',
   *   dedupe: memoryDedupe(), // in production, a store that outlives the process
   *   on: { 'payment.expired': async (event) => console.log('give up', event.data.order_id) },
   * })
   * const body = '{"event":"payment.expired","timestamp":"2026-01-01T00:00:00Z","data":{"order_id":"A-1"}}'
   * const timestamp = Math.floor(Date.now() / 1000)
   * const headers = { 'X-Merchant-Signature': await signWebhookAsync({ body, secrets: 'whsec_example', timestamp }) }
   * console.log((await receiver.handle(body, headers)).body) // {"received":true}
   * console.log((await receiver.handle(body, headers)).body) // {"received":true,"duplicate":true}
   * ```
   */
  createReceiver(options: ReceiverOptions): Receiver

  /**
   * Signs a body and resolves to the value of X-Merchant-Signature: `t=<timestamp>,v1=<hex>`, one `v1` for each secret.
   *
   * @throws WebhookVerificationError in a rejection: `invalid_secret`; `invalid_option` for a timestamp that is not a whole
   *   number in its range; `raw_body_required`; `invalid_body`; `secret_unavailable` when every secret has expired at
   *   `timestamp`
   * @see the interface, "Webhook signature"; openapi/DECISIONS.md "Webhooks"
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
   * Verifies signature and age of one request. It does not parse the body, which need not be an event, nor JSON.
   *
   * @throws WebhookVerificationError as `createVerifier` and `verifyAsync` do up to the check of the age, in a rejection.
   *   The message is the code alone
   * @see the interface, "Webhook signature"
   * @example
   * ```ts
   * import { signWebhookAsync } from '@merchantpay/webhook-verify'
   * import { verifySignatureAsync } from '@merchantpay/webhook-verify/signature'
   *
   * const secrets = 'whsec_example'
   * const headers = await signWebhookAsync({ body: 'any bytes', secrets, timestamp: 1_700_000_000 })
   * const body = new Response('any bytes').body
   * const { signedAt } = await verifySignatureAsync({ body, headers, secrets, receivedAt: 1_700_000_012_000 })
   * console.log(signedAt) // 1700000000000
   * ```
   */
  verifySignatureAsync(options: VerifySignatureAsyncOptions): Promise<VerifiedSignature>
}

/** The functions of the build on `node:crypto`: those of every runtime, and their synchronous forms. */
export interface NodeApi extends PlatformApi {
  /**
   * Makes a verifier. Call it once per server: it checks the options and imports the secrets, so that requests need not.
   *
   * @throws WebhookVerificationError `invalid_secret` for a value that cannot be a webhook secret; `invalid_option` for a
   *   tolerance that is neither a whole number of seconds nor `Infinity`
   * @see the interface, "Webhook signature"; openapi/DECISIONS.md "Webhooks"
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
   * Signs a body and returns the value of X-Merchant-Signature: `t=<timestamp>,v1=<hex>`, one `v1` for each secret.
   *
   * @throws WebhookVerificationError `invalid_secret`; `invalid_option` for a timestamp that is not a whole number in its
   *   range; `raw_body_required`; `invalid_body`; `secret_unavailable` when every secret has expired at `timestamp`
   * @see the interface, "Webhook signature"; openapi/DECISIONS.md "Webhooks"
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
   * Verifies signature and age of one request. It does not parse the body, which need not be an event, nor JSON.
   *
   * @throws WebhookVerificationError as `createVerifier` and `verify` do up to the check of the age. The message is the
   *   code alone
   * @see the interface, "Webhook signature"
   * @example
   * ```ts
   * import { signWebhook } from '@merchantpay/webhook-verify'
   * import { verifySignature } from '@merchantpay/webhook-verify/signature'
   *
   * const secrets = 'whsec_example'
   * const headers = signWebhook({ body: 'any bytes', secrets, timestamp: 1_700_000_000 })
   * const receivedAt = 1_700_000_012_000
   * console.log(verifySignature({ body: 'any bytes', headers, secrets, receivedAt }).signedAt) // 1700000000000
   * ```
   */
  verifySignature(options: VerifySignatureOptions): VerifiedSignature
}
