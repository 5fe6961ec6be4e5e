import { webHmac } from './crypto.web.js'
import type { Face } from './face.js'
import { receiverMaker } from './receiver.js'
import { asyncWebhookSigner } from './sign.js'
import { unavailableCall, unavailableCalls } from './sync-unavailable.js'
import { verifierMaker } from './verifier.js'
import { asyncSignatureVerification, asyncWebhookVerification } from './verify-webhook.js'

export { isWebhookVerificationError, WebhookVerificationError } from './error.js'
export type * from './public-types.js'

// Marked as pure, so that a bundler leaves out what is not imported.
export const createVerifier: Face['createVerifier'] = /* @__PURE__ */ verifierMaker(webHmac, unavailableCalls)
export const verifyWebhook: Face['verifyWebhook'] = unavailableCall
export const verifyWebhookAsync: Face['verifyWebhookAsync'] =
  /* @__PURE__ */ asyncWebhookVerification(webHmac)
export const verifySignature: Face['verifySignature'] = unavailableCall
export const verifySignatureAsync: Face['verifySignatureAsync'] =
  /* @__PURE__ */ asyncSignatureVerification(webHmac)
export const signWebhook: Face['signWebhook'] = unavailableCall
export const signWebhookAsync: Face['signWebhookAsync'] = /* @__PURE__ */ asyncWebhookSigner(webHmac)
export const createReceiver: Face['createReceiver'] = /* @__PURE__ */ receiverMaker(webHmac)
