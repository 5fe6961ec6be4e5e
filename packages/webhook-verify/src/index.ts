export type { BodyInput } from './body.js'
export {
  isWebhookVerificationError,
  type WebhookErrorDetails,
  WebhookVerificationError,
} from './error.js'
export type { HeadersInput, HeaderValue } from './headers.js'
export type { WebhookErrorCode } from './hints.js'
export type { UnknownWebhookEvent, WebhookEvent } from './payload.js'
export type { NamedSecret, Secrets, SecretValue } from './secrets.js'
export { type SignOptions, signWebhook } from './sign.js'
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
