import { nodeHmac } from './crypto.node.js'
import type { Face } from './face.js'
import { receiverMaker } from './receiver.js'
import { asyncWebhookSigner, webhookSigner } from './sign.js'
import { syncCalls, verifierMaker } from './verifier.js'
import {
  asyncSignatureVerification,
  asyncWebhookVerification,
  signatureVerification,
  webhookVerification,
} from './verify-webhook.js'

export { isWebhookVerificationError, WebhookVerificationError } from './error.js'
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
