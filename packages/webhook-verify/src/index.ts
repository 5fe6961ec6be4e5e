import { createAsyncVerifier } from './async-verifier.js'
import { receiverMaker } from './receiver.js'

export type { BodyInput } from './body.js'
export type { BodyStream } from './body-stream.js'
export type { DedupeStore } from './dedupe/store.js'
export {
  isWebhookVerificationError,
  type WebhookErrorDetails,
  WebhookVerificationError,
} from './error.js'
export type { HeadersInput, HeaderValue } from './headers.js'
export type { WebhookErrorCode } from './hints.js'
export type { UnknownWebhookEvent, WebhookEvent } from './payload.js'
export type { HandleOptions, Receiver, ReceiverAnswer } from './receiver.js'
export type {
  ReceivedRequest,
  ReceiverOptions,
  WebhookHandler,
  WebhookHandlers,
} from './receiver-options.js'
export type { NamedSecret, Secrets, SecretValue } from './secrets.js'
export { type SignOptions, signWebhook } from './sign.js'
export type { Timers } from './timers.js'
export {
  createVerifier,
  type SafeVerifiedWebhook,
  type VerifiedDelivery,
  type VerifiedSignature,
  type VerifiedWebhook,
  type Verifier,
  type VerifierOptions,
  type VerifyOptions,
} from './verifier.js'
export { type VerifyWebhookOptions, verifySignature, verifyWebhook } from './verify-webhook.js'

/**
 * Makes a receiver, once per server.
 *
 * @throws WebhookVerificationError whatever `createVerifier` throws, and `invalid_option`
 */
export const createReceiver = receiverMaker(createAsyncVerifier)
