import type { PlatformApi } from './platform-api.js'
import { receiverMaker } from './receiver/receiver.js'
import { webHmac } from './signature/hmac.web.js'
import { asyncWebhookSigner } from './signature/sign.js'
import { asyncVerifierMaker } from './verifier/verifier.js'

export { WebhookVerificationError } from './errors/error.js'
export type * from './public-types.js'

// Marked as pure, so that a bundler drops the functions that are not imported.
export const createVerifier: PlatformApi['createVerifier'] = /* @__PURE__ */ asyncVerifierMaker(webHmac)
export const createReceiver: PlatformApi['createReceiver'] = /* @__PURE__ */ receiverMaker(webHmac)
export const signWebhookAsync: PlatformApi['signWebhookAsync'] = /* @__PURE__ */ asyncWebhookSigner(webHmac)
