import { webHmac } from './crypto.web.js'
import type { Face } from './face.js'
import { receiverMaker } from './receiver.js'
import { asyncWebhookSigner, webhookSigner } from './sign.js'
import { verifierMaker } from './verifier.js'
import {
  asyncSignatureVerification,
  asyncWebhookVerification,
  signatureVerification,
  webhookVerification,
} from './verify-webhook.js'

export { isWebhookVerificationError, WebhookVerificationError } from './error.js'
export type * from './public-types.js'

// Marked as pure, so that a bundler leaves out what is not imported.
export const createVerifier: Face['createVerifier'] = /* @__PURE__ */ verifierMaker(webHmac)
export const verifyWebhook: Face['verifyWebhook'] = /* @__PURE__ */ webhookVerification(webHmac)
export const verifyWebhookAsync: Face['verifyWebhookAsync'] =
  /* @__PURE__ */ asyncWebhookVerification(webHmac)
export const verifySignature: Face['verifySignature'] = /* @__PURE__ */ signatureVerification(webHmac)
export const verifySignatureAsync: Face['verifySignatureAsync'] =
  /* @__PURE__ */ asyncSignatureVerification(webHmac)
export const signWebhook: Face['signWebhook'] = /* @__PURE__ */ webhookSigner(webHmac)
export const signWebhookAsync: Face['signWebhookAsync'] = /* @__PURE__ */ asyncWebhookSigner(webHmac)
export const createReceiver: Face['createReceiver'] = /* @__PURE__ */ receiverMaker(createVerifier)
