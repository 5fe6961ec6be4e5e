import type { Face } from './platform-api.js'
import { receiverMaker } from './receiver/receiver.js'
import { nodeHmac } from './signature/hmac.node.js'
import { asyncWebhookSigner, webhookSigner } from './signature/sign.js'
import {
  asyncSignatureVerification,
  asyncWebhookVerification,
  signatureVerification,
  webhookVerification,
} from './signature/verify-signature.js'
import { syncCalls, verifierMaker } from './verifier/verifier.js'

export { isWebhookVerificationError, WebhookVerificationError } from './errors/error.js'
export type * from './public-types.js'

// Marked as pure, so that a bundler leaves out what is not imported.
export const createVerifier: Face['createVerifier'] = /* @__PURE__ */ verifierMaker(nodeHmac, syncCalls)
export const verifyWebhook: Face['verifyWebhook'] = /* @__PURE__ */ webhookVerification(nodeHmac)
export const verifyWebhookAsync: Face['verifyWebhookAsync'] =
  /* @__PURE__ */ asyncWebhookVerification(nodeHmac)
export const verifySignature: Face['verifySignature'] = /* @__PURE__ */ signatureVerification(nodeHmac)
export const verifySignatureAsync: Face['verifySignatureAsync'] =
  /* @__PURE__ */ asyncSignatureVerification(nodeHmac)
export const signWebhook: Face['signWebhook'] = /* @__PURE__ */ webhookSigner(nodeHmac)
export const signWebhookAsync: Face['signWebhookAsync'] = /* @__PURE__ */ asyncWebhookSigner(nodeHmac)
export const createReceiver: Face['createReceiver'] = /* @__PURE__ */ receiverMaker(nodeHmac)
