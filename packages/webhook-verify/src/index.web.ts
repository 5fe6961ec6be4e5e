import type { Face } from './platform-api.js'
import { receiverMaker } from './receiver/receiver.js'
import { webHmac } from './signature/hmac.web.js'
import { asyncWebhookSigner } from './signature/sign.js'
import { asyncSignatureVerification, asyncWebhookVerification } from './signature/verify-signature.js'
import { unavailableCall, unavailableCalls } from './verifier/sync-unavailable.js'
import { verifierMaker } from './verifier/verifier.js'

export { isWebhookVerificationError, WebhookVerificationError } from './errors/error.js'
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
