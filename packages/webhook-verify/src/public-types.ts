export type { AsyncBodyInput, BodyInput, UnreadBody } from './body/bytes.js'
export type { BodyStream } from './body/stream.js'
export type { DedupeStore } from './dedupe/store.js'
export type { WebhookErrorDetails } from './errors/error.js'
export type { WebhookErrorCode } from './errors/hints.js'
export type { ReceiverAnswer } from './receiver/answers.js'
export type { HandleOptions, Receiver } from './receiver/receiver.js'
export type {
  ReceivedRequest,
  ReceiverOptions,
  WebhookHandler,
  WebhookHandlers,
} from './receiver/receiver-options.js'
export type { Timers } from './receiver/timers.js'
export type { HeadersInput, HeaderValue } from './signature/header-fields.js'
export type { ForeignKey } from './signature/hmac.js'
export type { NamedSecret, SecretResolver, Secrets, SecretValue } from './signature/secrets.js'
export type { SignOptions } from './signature/sign.js'
export type { VerifiedSignature, VerifierOptions, VerifyOptions } from './signature/signature-check.js'
export type { EventNamed, UnknownWebhookEvent, WebhookEvent } from './verifier/payload.js'
export type { AsyncVerifier, VerifiedDelivery, VerifiedWebhook } from './verifier/verifier.js'
