import type { NodeApi } from './platform-api.js'
import { nodeHmac } from './signature/hmac.node.js'
import { asyncSignatureVerification, signatureVerification } from './signature/verify-signature.js'

export { WebhookVerificationError } from './errors/error.js'
export type { VerifySignatureOptions } from './signature/verify-signature.js'
export type * from './signature-types.js'

// Marked as pure, so that a bundler drops the functions that are not imported.
export const verifySignature: NodeApi['verifySignature'] = /* @__PURE__ */ signatureVerification(nodeHmac)
export const verifySignatureAsync: NodeApi['verifySignatureAsync'] =
  /* @__PURE__ */ asyncSignatureVerification(nodeHmac)
