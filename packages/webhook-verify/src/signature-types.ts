export type { WebhookErrorCode } from './errors/hints.js'
export type { VerifiedSignature } from './signature/signature-check.js'
export type { VerifySignatureAsyncOptions } from './signature/verify-signature.js'
