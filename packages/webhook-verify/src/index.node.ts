import type { NodeApi } from './platform-api.js'
import { receiverMaker } from './receiver/receiver.js'
import { nodeHmac } from './signature/hmac.node.js'
import { asyncWebhookSigner, webhookSigner } from './signature/sign.js'
import { verifierMaker } from './verifier/verifier.js'

export { WebhookVerificationError } from './errors/error.js'
export type * from './public-types.js'
export type { Verifier } from './verifier/verifier.js'

// Marked as pure, so that a bundler drops the functions that are not imported.
export const createVerifier: NodeApi['createVerifier'] = /* @__PURE__ */ verifierMaker(nodeHmac)
export const createReceiver: NodeApi['createReceiver'] = /* @__PURE__ */ receiverMaker(nodeHmac)
export const signWebhook: NodeApi['signWebhook'] = /* @__PURE__ */ webhookSigner(nodeHmac)
export const signWebhookAsync: NodeApi['signWebhookAsync'] = /* @__PURE__ */ asyncWebhookSigner(nodeHmac)
